import Foundation
import StateGraphSQLite
import TestSupport
import Testing

/// The files that a power loss leaves of the transaction that creates a file: a part of its first
/// page, and the journal that rolls it back.
@Suite struct InterruptedCreationTests {
  let directory: TemporaryDirectory
  private let migrations = MigrationSource.list([
    Migration(version: 1, name: "items", sql: "CREATE TABLE items (id INTEGER PRIMARY KEY) STRICT")
  ])

  init() throws { directory = try TemporaryDirectory() }

  private var path: String { directory.file("a.sqlite") }

  /// A rollback journal (<https://sqlite.org/fileformat2.html#the_rollback_journal>): magic, no
  /// pages, a nonce, a file without pages, sectors of 512 bytes, pages of 4,096 bytes; filled up to
  /// a sector.
  private let journal: [UInt8] =
    [0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7, 0, 0, 0, 0, 1, 2, 3, 4, 0, 0, 0, 0]
    + [0, 0, 2, 0, 0, 0, 0x10, 0] + [UInt8](repeating: 0, count: 512 - 28)

  private let tornPage = [UInt8](repeating: 0, count: 512) + [UInt8](repeating: 7, count: 3_584)

  private func expectRefused(sourceLocation: SourceLocation = #_sourceLocation) throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted()
    let before = try names.map { try Data(contentsOf: URL(fileURLWithPath: directory.file($0))) }
    #expect(throws: DatabaseError.self, sourceLocation: sourceLocation) {
      try Database(path: path, migrations: migrations)
    }
    let after = try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted()
    #expect(after == names, sourceLocation: sourceLocation)
    for (name, bytes) in zip(names, before) {
      let found = try Data(contentsOf: URL(fileURLWithPath: directory.file(name)))
      #expect(found == bytes, "\(name)", sourceLocation: sourceLocation)
    }
  }

  @Test func `a file whose creation was interrupted is created`() throws {
    try directory.write(tornPage, to: "a.sqlite")
    try directory.write(journal, to: "a.sqlite-journal")
    let database = try Database(path: path, migrations: migrations)
    try database.execute("INSERT INTO items (id) VALUES (1)")
    #expect(try database.rows("SELECT id FROM items").count == 1)
    #expect(try database.rows("PRAGMA integrity_check").first?[0] == .text("ok"))
    #expect(!FileManager.default.fileExists(atPath: path + "-journal"))
  }

  @Test(arguments: ["", "this is no journal"])
  func `a torn file without a journal is refused untouched`(journal: String) throws {
    try directory.write(tornPage, to: "a.sqlite")
    if !journal.isEmpty { try directory.write(journal, to: "a.sqlite-journal") }
    try expectRefused()
  }

  @Test func `somebody else's file beside a journal is refused untouched`() throws {
    let other = try Database(path: directory.file("other.sqlite"))
    try other.execute("CREATE TABLE x (y INTEGER)")
    try other.close()
    var bytes = Array(try Data(contentsOf: URL(fileURLWithPath: directory.file("other.sqlite"))))
    // The application ID, at offset 68 of the header.
    bytes.replaceSubrange(68..<72, with: [1, 2, 3, 4])
    try directory.write(bytes, to: "a.sqlite")
    try directory.write(journal, to: "a.sqlite-journal")
    try expectRefused()
  }

  @Test func `a read-only database does not roll back an interrupted creation`() throws {
    try directory.write(tornPage, to: "a.sqlite")
    try directory.write(journal, to: "a.sqlite-journal")
    var configuration = Database.Configuration()
    configuration.access = .readOnly
    #expect(throws: DatabaseError.self) {
      try Database(path: path, configuration: configuration)
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data(tornPage))
  }
}
