/// A thread's view of one commit, for the length of a ``Database/read(_:)``. Confined to that
/// thread.
package final class Snapshot {
  package let connection: Connection
  /// The number of commits of the database that the snapshot includes.
  package let commitCount: UInt64
  /// An object that the layer above keeps for as long as the snapshot exists.
  package var attachment: AnyObject?
  /// The observer that was told of the snapshot. It may be attached while the snapshot is open.
  private var observer: (any CommitObserver)?

  init(_ connection: Connection, commitCount: UInt64) {
    self.connection = connection
    self.commitCount = commitCount
  }

  /// Tells `observer` once that the snapshot has begun.
  func begin(for observer: any CommitObserver) {
    guard self.observer == nil else { return }
    self.observer = observer
    observer.snapshotDidBegin()
  }

  /// Tells the observer that was told of the beginning.
  func end() {
    observer?.snapshotWillEnd()
    observer = nil
  }
}
