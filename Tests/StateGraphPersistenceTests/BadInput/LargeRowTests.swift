import Foundation
import StateGraphPersistence
import TestSupport
import Testing

@Entity(id: Int.self, keys: .database)
final class Folio {
  @GraphStored var name: String
  @GraphStored var content: Data = Data()
  @GraphStored var cover: Folio? = nil
  @GraphComputed(inverse: \Folio.cover) var sheets: [Folio]
}

/// A row of more bytes than the library reads. Another program may write a value of a gigabyte.
@Suite struct LargeRowTests {
  let directory: TemporaryDirectory
  let database: Database
  let folios: EntityStore<Folio>
  let failures = Recorder<String>()

  init() throws {
    directory = try TemporaryDirectory()
    var configuration = Database.Configuration()
    configuration.onReadFailure = { [failures] error in failures.record("\(error)") }
    database = try Database(path: directory.file("large.sqlite"), configuration: configuration)
    try database.createTables(for: Folio.self)
    folios = try EntityStore<Folio>(database)
    let cover = Folio(name: "cover")
    try folios.insert(cover)
    for name in ["b", "large", "a"] { try folios.insert(Folio(name: name, cover: cover)) }
  }

  /// Writes the row as another program does, which has the limits of SQLite.
  private func enlarge(_ name: String) throws {
    let shell = Process()
    shell.executableURL = URL(fileURLWithPath: "/usr/bin/sqlite3")
    shell.arguments = [
      directory.file("large.sqlite"),
      "UPDATE folios SET content = zeroblob(70000000) WHERE name = '\(name)'",
    ]
    try shell.run()
    shell.waitUntilExit()
    #expect(shell.terminationStatus == 0)
    try database.catchUp()
  }

  @Test func `a large row hides no other row`() throws {
    let live = folios.query.order { $0.name.ascending }.live
    #expect(live.wrappedValue.map(\.name) == ["a", "b", "cover", "large"])
    try enlarge("large")
    #expect(folios.getAll().map(\.name) == ["cover", "b", "a"])
    let ordered = folios.query.order { $0.name.descending }
    #expect(try ordered.fetch().map(\.name) == ["cover", "b", "a"])
    #expect(try ordered.limit(3).fetch().map(\.name) == ["cover", "b"])
    #expect(try folios.query.where { $0.cover != nil }.fetch().map(\.name) == ["b", "a"])
    #expect(folios.get(by: 1)?.sheets.map(\.name) == ["b", "a"])
    #expect(live.wrappedValue.map(\.name) == ["a", "b", "cover"])
    try folios.insert(Folio(name: "c"))
    #expect(live.wrappedValue.map(\.name) == ["a", "b", "c", "cover"])
    try database.write { #expect(folios.getAll().map(\.name) == ["cover", "b", "a", "c"]) }
    try database.read { #expect(folios.getAll().map(\.name) == ["cover", "b", "a", "c"]) }
    #expect(folios.get(by: 3) == nil)
    #expect(failures.elements.isEmpty)
  }

  @Test func `it is listed with its key and the reason, until it is shorter`() throws {
    let unreadable = folios.unreadable
    #expect(unreadable.wrappedValue.isEmpty)
    try enlarge("large")
    #expect(unreadable.wrappedValue.map(\.key) == [[.integer(3)]])
    #expect(unreadable.wrappedValue.first?.column == nil)
    #expect(unreadable.wrappedValue.first?.reason.contains("more bytes") == true)
    try database.execute("UPDATE folios SET content = x'00' WHERE id = 3")
    #expect(unreadable.wrappedValue.isEmpty)
    #expect(folios.getAll().count == 4)
  }
}
