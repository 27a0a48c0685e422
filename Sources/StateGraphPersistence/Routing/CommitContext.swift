/// A commit that is being published.
///
/// Only the thread that holds the write lock uses it.
package final class CommitContext {
  /// The number of commits of the database up to this one.
  let count: UInt64
  let schemaChanged: Bool
  /// Objects to release after the write: their `deinit` is user code.
  var released: [AnyObject] = []
  /// Errors that occurred while memory was updated. They are logged after the write.
  var failures: [any Error] = []

  init(count: UInt64, schemaChanged: Bool) {
    self.count = count
    self.schemaChanged = schemaChanged
  }
}
