/// One thread's view of one commit, during a call of ``Database/read(_:)``. Only that thread may
/// use this object.
package final class Snapshot {
  package let connection: Connection
  /// The number of commits that the database had made when the snapshot began. The snapshot sees
  /// all of them.
  package let commitCount: UInt64
  /// An object that the graph of entities and queries stores here for as long as the snapshot
  /// exists.
  package var attachment: AnyObject?
  /// The observer that was told that the snapshot has begun. Nil if no observer was attached yet.
  private var observer: (any CommitObserver)?

  init(_ connection: Connection, commitCount: UInt64) {
    self.connection = connection
    self.commitCount = commitCount
  }

  /// Tells `observer` that the snapshot has begun. A second call does nothing.
  func begin(for observer: any CommitObserver) {
    guard self.observer == nil else { return }
    self.observer = observer
    observer.snapshotDidBegin()
  }

  /// Tells the observer that the snapshot is about to end, if the observer was told of its
  /// beginning.
  func end() {
    observer?.snapshotWillEnd()
    observer = nil
  }
}
