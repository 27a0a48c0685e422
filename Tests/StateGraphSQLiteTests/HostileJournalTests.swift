import Foundation
import TestSupport
import Testing

@testable import StateGraphSQLite

/// The journal of a transaction of several files names a super-journal, which lists these journals.
/// SQLite deletes the super-journal when it plays the journal back
/// (<https://sqlite.org/fileformat2.html#the_super_journal>), so the sender of such a journal could
/// choose a file of the reader that is deleted.
@Suite struct HostileJournalTests {
  let directory: TemporaryDirectory
  let victim: String
  var path: String { directory.file("a.sqlite") }

  init() throws {
    directory = try TemporaryDirectory()
    victim = try directory.write("precious", to: "victim")
    let database = try Database(path: path)
    try database.execute("CREATE TABLE t (id INTEGER PRIMARY KEY)")
    try database.close()
    let pageCount = UInt32(FileProbe(path).bytes.count / 4096)
    try directory.write(Self.journal(naming: victim, pageCount), to: "a.sqlite-journal")
  }

  /// A journal with a header, no pages, and the name of a list of journals.
  private static func journal(naming name: String, _ pageCount: UInt32) -> [UInt8] {
    let magic: [UInt8] = [0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7]
    func number(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(value >> (24 - 8 * $0) & 0xff) } }
    let header = magic + [0, 1, pageCount, 512, 4096].flatMap(number)
    let sum = name.utf8.reduce(0 as UInt32) { $0 &+ UInt32($1) }
    // The name of the super-journal follows the number of the page with the lock bytes.
    return header + Array(repeating: 0, count: 512 - header.count) + number(0x4000_0000 / 4096 + 1)
      + Array(name.utf8) + number(UInt32(name.utf8.count)) + number(sum) + magic
  }

  private func expectRefused(_ body: () throws -> Void) throws {
    let before = try FileProbe.all(in: directory.path)
    let error = DatabaseError.thrown { try body() }
    #expect(error?.code == .cannotOpen)
    #expect(error?.remedy.isEmpty == false)
    #expect(try FileProbe.all(in: directory.path) == before)
  }

  @Test(arguments: [Database.Access.readWrite, .readOnly])
  func `a journal that names another file is not played back`(access: Database.Access) throws {
    var configuration = Database.Configuration()
    configuration.access = access
    let before = FileProbe(victim)
    _ = DatabaseError.thrown {
      let database = try Database(path: path, configuration: configuration)
      _ = try database.rows("SELECT * FROM t")
    }
    #expect(FileProbe(victim) == before)
    if access == .readWrite { try expectRefused { _ = try Database(path: path) } }
  }

  @Test(arguments: [WriterConnection.Mode.readWrite, .dryRun])
  func `no connection that may write is opened beside it`(mode: WriterConnection.Mode) throws {
    try expectRefused { _ = try WriterConnection.open(DatabaseLocation(path: path), mode: mode) }
  }

  @Test func `a journal that is incomplete, or names one file, is rolled back as usual`() throws {
    let whole = FileProbe(path + "-journal").bytes
    for count in [27, 512, 520, whole.count - 1] {
      try directory.write(Array(whole.prefix(count)), to: "a.sqlite-journal")
      let database = try Database(path: path)
      try database.execute("INSERT INTO t DEFAULT VALUES")
      try database.close()
      #expect(!FileProbe(path + "-journal").exists, "\(count)")
      #expect(FileProbe(victim).bytes == Array("precious".utf8))
    }
  }
}
