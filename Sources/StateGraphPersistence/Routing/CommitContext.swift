/// The state of one commit while the entities and queries in memory are updated to it.
///
/// Only the thread that holds the write lock uses this object.
package final class CommitContext {
  /// The number of commits of the database so far, including this one.
  let count: UInt64
  let schemaChanged: Bool
  /// Objects to release after the write lock has been released. Their `deinit` is user code, which
  /// may want the write lock again.
  var released: [AnyObject] = []
  /// Errors that occurred while memory was updated to the commit. They are logged after the write
  /// lock has been released.
  var failures: [any Error] = []

  init(count: UInt64, schemaChanged: Bool) {
    self.count = count
    self.schemaChanged = schemaChanged
  }
}
