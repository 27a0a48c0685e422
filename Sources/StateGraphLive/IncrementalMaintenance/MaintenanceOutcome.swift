/// The effect of one changed row on the result of a live query.
@usableFromInline
package enum MaintenanceOutcome: Sendable {
  /// The visible result has not changed, so observers need no notification.
  case unchanged
  /// The same rows are visible in the same order, but a visible row has new values.
  case updated
  /// A visible row was added, removed or moved, or the value of an aggregate has changed.
  case changed
  /// The change contradicts the kept rows, so the result must be loaded from the file again.
  ///
  /// Either the removed row was not kept, or the added row was already kept.
  case inconsistent
}
