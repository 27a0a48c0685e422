import Foundation
import StateGraphSQLite
import TestSupport
import Testing

/// The permissions of new files, each in a process with its own umask.
@Suite struct FileModeTests {
  let directory: TemporaryDirectory
  var path: String { directory.file("a.sqlite") }

  init() throws { directory = try TemporaryDirectory() }

  @Test(arguments: [0o000, 0o022, 0o077])
  func `a new database is private to its owner under every umask`(mask: Int) async throws {
    await #expect(processExitsWith: .success) { [path = path as String, mask = mask as Int] in
      umask(mode_t(mask))
      let database = try Database(path: path)
      try database.execute("CREATE TABLE t (id INTEGER PRIMARY KEY)")
      for suffix in ["", "-wal", "-shm", "-sharing"] {
        try #require(FileModeTests.mode(path + suffix) == 0o600, "\(suffix)")
      }
      try database.backup(to: path + ".copy")
      try #require(FileModeTests.mode(path + ".copy") == 0o600)
    }
  }

  /// SQLite gives its files beside a database the mode of that, and nothing looser.
  @Test(arguments: [0o600, 0o640, 0o644, 0o666])
  func `the mode of a file that is there stays, and nothing beside it is looser`(
    mode: Int
  ) async throws {
    try Database(path: path).close()
    chmod(path, mode_t(mode))
    await #expect(processExitsWith: .success) { [path = path as String, mode = mode as Int] in
      umask(0)
      let database = try Database(path: path)
      try database.execute("CREATE TABLE t (id INTEGER PRIMARY KEY)")
      try #require(FileModeTests.mode(path) == mode)
      for suffix in ["-wal", "-shm", "-sharing"] {
        try #require(FileModeTests.mode(path + suffix) & ~mode == 0, "\(suffix)")
      }
    }
    #expect(Self.mode(path) == mode)
  }

  @Test(.enabled(if: getuid() == 0, "only root can become somebody else"))
  func `a folder without write permission gives a permission error and no file`() async throws {
    chmod(directory.path, 0o555)
    await #expect(processExitsWith: .success) { [path = path as String] in
      try #require(setgid(65_534) == 0 && setuid(65_534) == 0)
      let error = #expect(throws: DatabaseError.self) { _ = try Database(path: path) }
      try #require(error?.code == .permission && error?.remedy.isEmpty == false)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path).isEmpty)
  }

  static func mode(_ path: String) -> Int {
    var information = stat()
    return stat(path, &information) == 0 ? Int(information.st_mode & 0o777) : -1
  }
}
