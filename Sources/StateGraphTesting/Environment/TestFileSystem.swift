import CStateGraphTesting
import Glibc
import StateGraphSQLite

/// The file system (VFS) that SQLite uses for the file of one test.
///
/// The file system forwards each call to SQLite's own file system, and adds faults, a clock and
/// random numbers. Because each test has a file system of its own, these concern one database, and
/// no other database of the process.
final class TestFileSystem: @unchecked Sendable {
  // SAFETY: the pointer never changes and is valid until `deinit`. The C functions have their own
  // lock.
  private let pointer: OpaquePointer

  init() throws {
    guard let pointer = stategraph_vfs_create() else {
      throw TestDatabaseError(.misuse, "SQLite could not register a file system for the test.")
    }
    self.pointer = pointer
  }

  deinit { stategraph_vfs_release(pointer) }

  /// The name by which SQLite finds the file system.
  var name: String { String(cString: stategraph_vfs_name(pointer)) }

  /// Makes the next commit that writes to the file fail in this way.
  func fail(by fault: CommitFault) {
    switch fault.kind {
    case .code(let code): stategraph_vfs_fail_commit(pointer, code)
    case .space(let bytes): stategraph_vfs_limit_space(pointer, Int64(bytes))
    }
  }

  /// Cancels the requested fault. Returns true if there was a fault that had not happened.
  func cancelFault() -> Bool { stategraph_vfs_cancel_fault(pointer) }

  // MARK: Time and random numbers

  /// The time that SQLite's functions return, in milliseconds since 1970.
  var time: Int64 { stategraph_vfs_time(pointer) }

  func setTime(_ milliseconds: Int64) { stategraph_vfs_set_time(pointer, milliseconds) }

  func advanceTime(by milliseconds: Int64) { stategraph_vfs_advance_time(pointer, milliseconds) }

  func setSeed(_ seed: UInt64) { stategraph_vfs_set_seed(pointer, seed) }

  func nextRandom() -> UInt64 { stategraph_vfs_random(pointer) }

  /// Replaces the SQL functions `random()` and `randomblob()` of a connection by functions that use
  /// the seed. Returns a result code of SQLite, zero for success.
  func replaceRandom(of connection: OpaquePointer) -> Int32 {
    stategraph_vfs_replace_random(pointer, connection)
  }

  // MARK: Recording

  /// Copies a database, and begins to record the changes of the original files after the copy.
  func record(_ path: String, copyingTo copy: String) throws {
    let code = stategraph_vfs_record(pointer, path, copy)
    guard code != 0 else { return }
    throw TestDatabaseError(.noSpace, "The database could not be copied: result code \(code).")
  }

  func endRecording() -> FileRecording {
    var count: Int64 = 0
    let events = stategraph_vfs_end_record(pointer, &count)
    return FileRecording(events, count: Int(count))
  }

  // MARK: Images

  /// Begins to remember which bytes each change replaces, so that ``undo(at:)`` can restore them.
  func beginUndo() { stategraph_vfs_begin_undo(pointer) }

  /// Restores the files as they were at ``beginUndo()``. No connection may have them open.
  func undo(at path: String) throws {
    try require(stategraph_vfs_undo(pointer, path), verb: "restore", path: path)
  }

  /// Makes a recorded change in other files, which no connection may have open.
  func apply(_ change: FileChange, at path: String) throws {
    let code = withUnsafePointer(to: change.event) { stategraph_vfs_apply(pointer, path, $0) }
    try require(code, verb: "change", path: path)
  }

  private func require(_ code: Int32, verb: String, path: String) throws {
    guard code != 0 else { return }
    errno = code
    throw FileSystem.failure(verb, path: path)
  }

  // MARK: Other programs

  /// Runs SQL on a new connection that has none of the settings and checks of this library.
  func run(_ sql: String, on path: String, busyTimeout: Duration) throws {
    var message: UnsafeMutablePointer<CChar>?
    let (seconds, attoseconds) = busyTimeout.components
    let milliseconds = min(seconds, 86_400) * 1_000 + attoseconds / 1_000_000_000_000_000
    let code = stategraph_run(path, name, sql, Int32(milliseconds), &message)
    defer { free(message) }
    guard code != 0 else { return }
    let text = message.map { String(cString: $0) } ?? ""
    throw TestDatabaseError(.strangerFailed, "SQLite refused the SQL of the stranger: \(text).")
  }
}
