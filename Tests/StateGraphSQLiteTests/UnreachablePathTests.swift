import CSQLite
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import StateGraphSQLite

/// SQLite treats a file whose path it cannot look up as moved. Each test runs in its own process,
/// because SQLite's system calls are global to the process.
@Suite struct UnreachablePathTests {
  typealias Look = @convention(c) (UnsafePointer<CChar>?, UnsafeMutableRawPointer?) -> Int32

  /// The number of look-ups that will fail.
  static let failures = Atomic<Int>(0)
  /// The `errno` of a look-up that fails.
  static let code = Atomic<Int32>(0)

  /// Lets SQLite's look-ups of paths fail.
  static func fail(_ code: Int32, times: Int) throws {
    UnreachablePathTests.code.store(code, ordering: .relaxed)
    failures.store(times, ordering: .relaxed)
    let look: Look = { path, result in
      if UnreachablePathTests.failures.wrappingSubtract(1, ordering: .relaxed).oldValue > 0 {
        errno = UnreachablePathTests.code.load(ordering: .relaxed)
        return -1
      }
      return stat(path!, result!.assumingMemoryBound(to: stat.self))
    }
    let vfs = try #require(sqlite3_vfs_find(nil))
    let call = unsafeBitCast(look, to: sqlite3_syscall_ptr.self)
    try #require(vfs.pointee.xSetSystemCall(vfs, "stat", call) == SQLITE_OK)
  }

  @Test func `a path without permission to look it up gives a permission error`() async {
    await #expect(processExitsWith: .success) {
      let directory = try TemporaryDirectory()
      let path = directory.file("a.sqlite")
      let connection = try WriterConnection.open(DatabaseLocation(path: path))
      try UnreachablePathTests.fail(EACCES, times: .max)
      let error = DatabaseError.thrown { try connection.requireFileInPlace() }
      #expect(error?.code == .permission)
      #expect(error?.message.contains(systemMessage(EACCES)) == true)
    }
  }

  @Test func `a path that the disk cannot look up gives an input and output error`() async {
    await #expect(processExitsWith: .success) {
      let directory = try TemporaryDirectory()
      let path = directory.file("a.sqlite")
      let connection = try WriterConnection.open(DatabaseLocation(path: path))
      try UnreachablePathTests.fail(EIO, times: .max)
      let error = DatabaseError.thrown { try connection.requireFileInPlace() }
      #expect(error?.code == .inputOutput)
    }
  }

  @Test func `a path that leads nowhere has lost its file`() async {
    await #expect(processExitsWith: .success) {
      let directory = try TemporaryDirectory()
      let path = directory.file("a.sqlite")
      let connection = try WriterConnection.open(DatabaseLocation(path: path))
      try UnreachablePathTests.fail(ENOENT, times: .max)
      let error = DatabaseError.thrown { try connection.requireFileInPlace() }
      #expect(error?.code == .fileMoved)
      #expect(error?.message.contains("deleted or moved") == true)
    }
  }

  @Test func `a path that could not be looked up once is looked up again`() async {
    await #expect(processExitsWith: .success) {
      let directory = try TemporaryDirectory()
      let path = directory.file("a.sqlite")
      let connection = try WriterConnection.open(DatabaseLocation(path: path))
      try UnreachablePathTests.fail(EACCES, times: 1)
      try connection.requireFileInPlace()
      #expect(UnreachablePathTests.failures.load(ordering: .relaxed) < 1)
    }
  }

  @Test func `another file at the path has replaced the database`() throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("a.sqlite")
    let connection = try WriterConnection.open(DatabaseLocation(path: path))
    try runInShell("cp $0 $0.new && mv $0.new $0", path)
    let error = DatabaseError.thrown { try connection.requireFileInPlace() }
    #expect(error?.code == .fileMoved)
    #expect(error?.message.contains("replaced by another file") == true)
  }
}
