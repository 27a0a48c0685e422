/// The effect of one changed row on the result of a live query.
@usableFromInline
package enum MaintenanceOutcome: Sendable {
  /// The visible result has not changed, so observers need no notification.
  case unchanged
  /// The same rows are visible in the same order, but a visible row has new values.
  case updated
  /// A visible row was added, removed or moved, or the value of an aggregate has changed.
  case changed
  /// The change contradicts the stored rows, so the result must be loaded from the file again.
  ///
  /// For example, the change removes a row that was not stored.
  case inconsistent
}
