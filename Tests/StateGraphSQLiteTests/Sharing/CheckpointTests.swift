import Foundation
import TestSupport
import Testing

@testable import StateGraphSQLite

@Suite struct CheckpointTests {
  let scene: WriteLockScene
  private static let pageSize = 4_096
  /// A frame of the log: a header and a page.
  private static let frameSize = 24 + 4_096

  init() throws { scene = try WriteLockScene() }

  /// Writes at least `pages` pages in one transaction.
  private func fill(_ database: Database, pages: Int) throws {
    try database.write {
      for _ in 0..<pages {
        try database.execute("INSERT INTO commits VALUES (1, zeroblob(4000))")
      }
    }
  }

  @Test(arguments: [WriterConnection.Mode.readWrite, .dryRun])
  func `SQLite itself moves nothing to the file`(mode: WriterConnection.Mode) throws {
    let connection = try WriterConnection.open(scene.location, mode: mode)
    #expect(try connection.firstValue("PRAGMA wal_autocheckpoint") == .integer(0))
  }

  @Test func `the log stays short however much is written`() throws {
    let database = try WriteLockScene.open(scene.path)
    var longest = 0
    for _ in 0..<100 {
      try fill(database, pages: 100)
      longest = max(longest, scene.size("-wal"))
    }
    // Every transaction writes inner pages of the table again.
    #expect(longest < 1_300 * Self.frameSize)
    #expect(longest > 1_000 * Self.frameSize)
    #expect(scene.size("") > 9_000 * Self.pageSize)
    #expect(try database.rows("PRAGMA integrity_check").map(\.values) == [[.text("ok")]])
  }

  @Test func `a very long log is truncated`() throws {
    let database = try WriteLockScene.open(scene.path)
    try fill(database, pages: 5_000)
    #expect(scene.size("-wal") == 0)
    #expect(scene.size("") > 5_000 * Self.pageSize)
    try WriteLockScene.commit(database, writer: 2, number: 0)
    #expect(scene.size("-wal") > 0 && scene.size("-wal") < 20 * Self.frameSize)
    #expect(try scene.counts().counter == 1)
  }

  @Test func `a long read stops no write, and the log shrinks after it`() throws {
    let database = try WriteLockScene.open(scene.path)
    let reader = try Connection.open(scene.location, mode: .reader)
    try reader.run("BEGIN")
    #expect(try reader.firstValue("SELECT count(*) FROM commits") == .integer(0))
    for _ in 0..<60 { try fill(database, pages: 100) }
    #expect(scene.size("-wal") > 6_000 * Self.frameSize)
    #expect(try reader.firstValue("SELECT count(*) FROM commits") == .integer(0))
    try reader.run("COMMIT")
    for _ in 0..<4 { try fill(database, pages: 100) }
    #expect(scene.size("-wal") < 1_000 * Self.frameSize)
    #expect(try reader.firstValue("SELECT count(*) FROM commits") == .integer(6_400))
  }

  /// Keeps the bytes out of the expectation: printing them after a failure would take minutes.
  private func isSame(_ path: String, _ before: FileProbe) -> Bool { FileProbe(path) == before }

  @Test func `no page is moved without the write lock, not even by the last connection to close`()
    throws
  {
    var connection: WriterConnection? = try WriterConnection.open(scene.location)
    let other = try SharingFile.open(beside: scene.location)
    #expect(other.tryLock(byte: SharingFile.writeLockByte, exclusive: true))
    let before = FileProbe(scene.path)
    try connection?.run("BEGIN")
    for _ in 0..<6_000 { try connection?.run("INSERT INTO commits VALUES (1, zeroblob(4000))") }
    try connection?.run("COMMIT")
    connection?.endWrite()
    #expect(isSame(scene.path, before))
    connection = nil
    #expect(isSame(scene.path, before))
    #expect(scene.size("-wal") > 6_000 * Self.frameSize)
    // No commit is lost.
    other.unlock(byte: SharingFile.writeLockByte)
    let database = try WriteLockScene.open(scene.path)
    #expect(try database.rows("SELECT count(*) FROM commits")[0][0] == .integer(6_000))
    try database.close()
    #expect(scene.size("") > 6_000 * Self.pageSize)
    _ = connection
  }

  @Test func `no page is moved under the lock of a removed sharing file`() throws {
    let connection = try WriterConnection.open(scene.location)
    try connection.beginWrite()
    for _ in 0..<2_000 { try connection.run("INSERT INTO commits VALUES (1, zeroblob(4000))") }
    unlink(scene.sharingPath)
    let before = FileProbe(scene.path)
    try connection.commitWrite()
    #expect(isSame(scene.path, before))
    // The next write lock is in the new sharing file.
    try waitUntil {
      try connection.beginWrite()
      for _ in 0..<300 { try connection.run("INSERT INTO commits VALUES (2, zeroblob(4000))") }
      try connection.commitWrite()
      return FileProbe(scene.path) != before
    }
  }

  @Test func `a connection without a database runs checkpoints too`() throws {
    let connection = try WriterConnection.open(scene.location)
    for _ in 0..<30 {
      try connection.beginWrite()
      for _ in 0..<100 { try connection.run("INSERT INTO commits VALUES (1, zeroblob(4000))") }
      try connection.commitWrite()
      #expect(connection.walHook.lastCommitWrote)
    }
    #expect(scene.size("-wal") < 1_300 * Self.frameSize)
    try connection.beginWrite()
    try connection.rollBackWrite()
    try connection.beginWrite()
    try connection.commitWrite()
    #expect(!connection.walHook.lastCommitWrote)
  }

  @Test func `only Checkpointer.swift runs checkpoints`() throws {
    let sources = URL(fileURLWithPath: PackageRoot.path + "/Sources")
    let files = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)
    var found: [String] = []
    while let file = files?.nextObject() as? URL {
      guard file.pathExtension == "swift" else { continue }
      let text = try String(contentsOf: file, encoding: .utf8)
      if text.contains("sqlite3_wal_checkpoint") || text.contains("wal_autocheckpoint") {
        found.append(file.lastPathComponent)
      }
    }
    #expect(found == ["Checkpointer.swift"])
  }
}
