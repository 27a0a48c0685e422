import Glibc
import StateGraphSQLite
import TestSupport
import Testing

@testable import StateGraphTesting

@Suite struct CloneFolderTests {
  private func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  @Test func `the folder of a dead process is removed and that of a living one stays`() throws {
    let directory = try TemporaryDirectory()
    let (dead, living) = (
      directory.file("stategraph-tests-\(getuid())-1-0"),
      directory.file("stategraph-tests-\(getuid())-2-0")
    )
    for folder in [dead, living] {
      try #require(mkdir(folder, 0o700) == 0)
      try directory.write("", to: String(folder.split(separator: "/").last ?? "") + "/1.sqlite")
    }
    try directory.write("", to: "stategraph-tests-\(getuid())-1-0.lock")
    let lock = try #require(try FileLock.attempt(living + ".lock"))
    CloneFolder.removeDeadFolders(in: directory.path)
    #expect(!exists(dead) && !exists(dead + ".lock"))
    #expect(exists(living + "/1.sqlite") && exists(living + ".lock"))
    withExtendedLifetime(lock) {}
  }

  @Test func `databases are on disk if shared memory is too small`() throws {
    let (memory, disk) = (try TemporaryDirectory(), try TemporaryDirectory())
    var places = CloneFolder.Places(memory: memory.path, disk: disk.path, minimumFreeBytes: .max)
    #expect(
      try CloneFolder.folder(forCloneOf: 1, in: places).path.hasPrefix(disk.path + "/")
    )
    places.minimumFreeBytes = 0
    #expect(
      try CloneFolder.folder(forCloneOf: 1, in: places).path.hasPrefix(memory.path + "/")
    )
    #expect(
      try CloneFolder.folder(forCloneOf: .max / 8, in: places).path.hasPrefix(disk.path + "/")
    )
  }

  @Test func `a folder that does not exist is no place for databases`() throws {
    let disk = try TemporaryDirectory()
    let places = CloneFolder.Places(memory: "/nothing", disk: disk.path, minimumFreeBytes: 0)
    #expect(
      try CloneFolder.folder(forCloneOf: 1, in: places).path.hasPrefix(disk.path + "/")
    )
  }

  @Test func `a test leaves no file`() throws {
    let folder = try CloneFolder.folder(forCloneOf: 0)
    var path: String?
    try TestDatabase.with(.shop) { db in
      try db.database.execute("DELETE FROM customers")
      path = try db.database.fetchValue(String.self, "SELECT file FROM pragma_database_list")
      #expect(path.map(exists) == true)
    }
    let name = try #require(path)
    #expect(name.hasPrefix(folder.path + "/"))
    for suffix in ["", "-wal", "-shm", "-sharing"] { #expect(!exists(name + suffix)) }
  }
}
