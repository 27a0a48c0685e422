/// What a row's change did to a live query.
@usableFromInline
package enum LiveOutcome: Sendable {
  /// Nothing that is visible.
  case unchanged
  /// The same rows are visible in the same order; the image of one is another.
  case updated
  /// A row came, left or moved; the result of an aggregate is another.
  case changed
  /// What left was not there, or what came was. Hydrate again.
  case inconsistent
}
