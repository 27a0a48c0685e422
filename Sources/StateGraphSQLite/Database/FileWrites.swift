/// Calls a handler after any process has written to the file of a database, until the object is
/// released.
package final class FileWrites: Sendable {
  private let watch: FileWatcher.Watch

  /// Begins to watch the log of the file. Nil for a database in memory, and if the system cannot
  /// watch the file.
  ///
  /// - Parameter handler: Called on a thread of the library, some time after the write. It may be
  ///   called several times for one write, and must return soon.
  package init?(of database: Database, _ handler: @escaping @Sendable () -> Void) {
    guard case .file(let path) = database.location,
      let watch = FileWatcher.shared?.watch(
        path + "-wal",
        isPrompt: true,
        handler: {
          handler()
          return false
        }
      )
    else { return nil }
    self.watch = watch
  }

  deinit { FileWatcher.shared?.stop(watch) }
}
