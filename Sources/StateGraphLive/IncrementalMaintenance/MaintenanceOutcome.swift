/// The effect of one row's change on a maintained result.
@usableFromInline
package enum MaintenanceOutcome: Sendable {
  /// The visible rows are the same.
  case unchanged
  /// The same rows are visible in the same order; a visible row has another image.
  case updated
  /// A visible row was added, removed or moved, or the value of an aggregate has changed.
  case changed
  /// The removed row was not kept, or the added row already was. The result has to be hydrated
  /// again.
  case inconsistent
}
