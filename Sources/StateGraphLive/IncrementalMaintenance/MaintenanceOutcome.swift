/// The effect that the change of one row has on the kept result of a live query.
@usableFromInline
package enum MaintenanceOutcome: Sendable {
  /// The visible rows have not changed.
  case unchanged
  /// The same rows are visible in the same order, but the image of a visible row has changed.
  case updated
  /// A visible row was added, removed or moved, or the value of an aggregate has changed.
  case changed
  /// The change contradicts the kept rows: the removed row was not kept, or the added row was
  /// already kept. The result has to be loaded from the file again.
  case inconsistent
}
