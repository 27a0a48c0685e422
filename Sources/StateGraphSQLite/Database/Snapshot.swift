/// One thread's view of one commit, during a call of ``Database/read(_:)``. ``Snapshots`` creates
/// it.
///
/// Only that thread may use this object.
package final class Snapshot {
  package let connection: Connection
  /// The number of commits that entities and queries showed when the snapshot began.
  ///
  /// The snapshot sees all of these commits.
  package let commitCount: UInt64
  /// An object that the graph of entities and queries stores here for its own use. The snapshot
  /// only keeps the object alive until ``Database/read(_:)`` ends.
  package var attachment: AnyObject?
  /// The observer whose `snapshotDidBegin()` was called. Nil if the database had no observer until
  /// now.
  private var observer: (any CommitObserver)?

  init(_ connection: Connection, commitCount: UInt64) {
    self.connection = connection
    self.commitCount = commitCount
  }

  /// Calls `snapshotDidBegin()` of `observer`. A second call does nothing.
  func begin(for observer: any CommitObserver) {
    guard self.observer == nil else { return }
    self.observer = observer
    observer.snapshotDidBegin()
  }

  /// Calls `snapshotWillEnd()` of the observer, if ``begin(for:)`` was called before. Returns this
  /// observer, whose `snapshotDidEnd()` the caller calls when the connection is free again.
  func end() -> (any CommitObserver)? {
    observer?.snapshotWillEnd()
    defer { observer = nil }
    return observer
  }
}
