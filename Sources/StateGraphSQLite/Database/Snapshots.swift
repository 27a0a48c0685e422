import Glibc
import StateGraphThreads
import Synchronization

/// A thread's view of one commit, for the length of a ``Database/read(_:)``.
///
/// Confined to that thread.
package final class Snapshot {
  package let connection: Connection
  /// The number of commits of the database that it includes.
  package let commitCount: UInt64
  /// What the layer above keeps for it.
  package var attachment: AnyObject?
  /// Who knows of it. May be attached while it is open.
  private var observer: (any CommitObserver)?

  init(_ connection: Connection, commitCount: UInt64) {
    self.connection = connection
    self.commitCount = commitCount
  }

  /// Tells `observer` that it has begun, once.
  func begin(for observer: any CommitObserver) {
    guard self.observer == nil else { return }
    self.observer = observer
    observer.snapshotDidBegin()
  }

  /// Tells whoever was told of the beginning.
  func end() {
    observer?.snapshotWillEnd()
    observer = nil
  }
}

/// The open snapshots of a database, by thread.
final class Snapshots: Sendable {
  private struct Entry: @unchecked Sendable {
    // SAFETY: used by the thread of its key only.
    let snapshot: Snapshot
  }

  private let entries = Guarded<[UInt: Entry]>([:])
  /// So that reads outside of snapshots, nearly all, need not look.
  private let count = Atomic<Int>(0)

  /// This thread's, or nil.
  var current: Snapshot? {
    guard count.load(ordering: .relaxed) > 0 else { return nil }
    let thread = UInt(pthread_self())
    return entries.withLock { $0[thread] }?.snapshot
  }

  func begin(_ snapshot: Snapshot) {
    let thread = UInt(pthread_self())
    let entry = Entry(snapshot: snapshot)
    entries.withLock { $0[thread] = entry }
    count.add(1, ordering: .relaxed)
  }

  func end() {
    let thread = UInt(pthread_self())
    count.subtract(1, ordering: .relaxed)
    let ended = entries.withLock { $0.removeValue(forKey: thread) }
    _ = ended
  }
}
