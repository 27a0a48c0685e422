import CSQLite
import StateGraphRows
import StateGraphThreads
import Synchronization

/// The code with which a test changes the behavior of all connections of this process to one
/// database file.
///
/// The hooks belong to the path of the file. Code that opens the path again, such as an import or a
/// migration, therefore has the same hooks. A program registers no hooks outside of tests. Opening
/// a connection then costs only the read of one atomic number.
package struct ConnectionHooks: Sendable {
  /// The name of the file system (VFS) that SQLite uses for the file. A test can thus simulate
  /// faults of the disk.
  package var fileSystem: String
  /// Called with the handle of each new connection, before its first statement. Returns a result
  /// code of SQLite. Any code other than `SQLITE_OK` makes the opening fail.
  package var didOpen: @Sendable (OpaquePointer) -> Int32 = { _ in SQLITE_OK }
  /// Called on the writing thread before COMMIT. If the closure throws, the transaction is undone.
  package var willCommit: @Sendable () throws -> Void = {}
  /// Returns the 16 bytes of the random key for the next new link, or nil if the library is to
  /// choose random bytes. A link is a row that relates two other rows.
  package var linkKey: @Sendable () -> [UInt8]? = { nil }

  /// Opens the file for the changed rows that a large write to a replicated file does not keep in
  /// memory. It is nil for a file without a name. Returns -1 and sets `errno` if opening fails.
  package var openSpillFile: (@Sendable () -> Int32)?
  /// The watcher that finds the commits of other processes, or nil for the watcher of all files.
  var watcher: FileWatcher?

  package init(fileSystem: String) { self.fileSystem = fileSystem }

  private static let registered = Guarded<[ByteText: ConnectionHooks]>([:])
  private static let count = Atomic<Int>(0)

  /// Sets the hooks for connections that are opened later. If `hooks` is nil, removes the hooks.
  package static func register(_ hooks: ConnectionHooks?, for location: DatabaseLocation) {
    guard case .file(let path) = location else { return }
    registered.withLock { registered in
      registered[ByteText(path)] = hooks
      count.store(registered.count, ordering: .relaxed)
    }
  }

  /// Returns the hooks of a database, or nil if a test has registered none.
  package static func of(_ location: DatabaseLocation) -> ConnectionHooks? {
    guard count.load(ordering: .relaxed) > 0, case .file(let path) = location else { return nil }
    return registered.withLock { $0[ByteText(path)] }
  }

  /// Calls ``willCommit``, and converts its error to a ``DatabaseError``.
  func requireCommit() throws(DatabaseError) {
    do {
      try willCommit()
    } catch {
      if let error = error as? DatabaseError { throw error }
      throw DatabaseError(
        .interrupted,
        "The code that a test runs before COMMIT has failed.",
        remedy: "See the cause.",
        cause: error
      )
    }
  }
}
