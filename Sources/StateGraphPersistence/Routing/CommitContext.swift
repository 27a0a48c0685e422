import StateGraphSQLite

/// The data of one commit that is needed while entities and live queries in memory are updated to
/// the commit.
///
/// Only the thread that holds the write lock uses this object.
package final class CommitContext {
  /// The number of this commit: how many commits the database has had since it was opened,
  /// including this one.
  let count: UInt64
  let schemaChanged: Bool
  /// Objects that are released only after the write lock has been released.
  ///
  /// Their `deinit` is user code, which may need the write lock.
  var released: [AnyObject] = []
  /// The names of the tables whose live results must be read again, because a commit has made a row
  /// readable or unreadable.
  var tablesToReadAgain: Set<ByteText> = []
  /// Errors that occurred while memory was updated to the commit.
  ///
  /// The errors are logged after the write lock has been released.
  var failures: [any Error] = []

  init(count: UInt64, schemaChanged: Bool) {
    self.count = count
    self.schemaChanged = schemaChanged
  }
}
