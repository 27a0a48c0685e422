import TestSupport
import Testing

@testable import StateGraphPersistence

/// Tables that are created, changed and dropped while their entities are live.
@Suite struct ChangingSchemaTests {
  let directory: TemporaryDirectory
  let database: Database

  init() throws {
    directory = try TemporaryDirectory()
    database = try Database(path: directory.file("guests.sqlite"))
  }

  private static let definition: SQL = """
    CREATE TABLE guests (
      first TEXT, id TEXT PRIMARY KEY NOT NULL, name TEXT NOT NULL, second INTEGER, host_id TEXT
    )
    """

  // MARK: A table that a write makes and does not leave

  @Test(arguments: [false, true])
  func `a table of a rolled back write is checked again`(isNested: Bool) throws {
    let make = { [database] in
      try database.execute(ChangingSchemaTests.definition)
      let guests = try EntityStore<Guest>(database)
      guests.add(Guest(id: "a", name: "A"))
      #expect(guests.count == 1)
    }
    try? database.write {
      guard isNested else {
        try make()
        throw Stop()
      }
      try? database.write {
        try make()
        throw Stop()
      }
    }
    let error = #expect(throws: DatabaseError.self) { try EntityStore<Guest>(database) }
    #expect(error?.code == .schemaMismatch)
    try database.execute("CREATE TABLE guests (id TEXT PRIMARY KEY NOT NULL, name TEXT)")
    #expect(throws: DatabaseError.self) { try EntityStore<Guest>(database) }
    try database.execute("DROP TABLE guests")
    try make()
    #expect(try EntityStore<Guest>(database).get(by: "a")?.name == "A")
  }

  @Test func `a store that outlives the undone write that made its table works when there is one`()
    throws
  {
    var held: EntityStore<Guest>?
    try? database.write {
      try database.execute("CREATE TABLE guests (id TEXT PRIMARY KEY NOT NULL, name TEXT, host_id)")
      held = try EntityStore<Guest>(database)
      throw Stop()
    }
    let guests = try #require(held)
    #expect(guests.count == 0)
    try database.execute(ChangingSchemaTests.definition)
    let host = Guest(id: "host", name: "Host")
    guests.add(host)
    #expect(try EntityStore<Guest>(database).get(by: "host") === host)
    guests.add(Guest(id: "a", name: "A", host: host))
    #expect(host.guests.map(\.name) == ["A"])
  }

  @Test func `a store first opened after an ALTER that is undone follows the table as it was`()
    throws
  {
    try database.execute(ChangingSchemaTests.definition)
    try database.execute("INSERT INTO guests (id, name) VALUES ('a', 'A')")
    var held: EntityStore<Guest>?
    try? database.write {
      try database.execute("ALTER TABLE guests DROP COLUMN first")
      held = try EntityStore<Guest>(database)
      #expect(held?.get(by: "a")?.name == "A")
      throw Stop()
    }
    let guest = try #require(held?.get(by: "a"))
    try database.execute("UPDATE guests SET name = 'B'")
    #expect(guest.name == "B")
    guest.name = "C"
    #expect(try database.rows("SELECT name FROM guests")[0][0] == .text("C"))
  }

  // MARK: A table that changes under live relationships

  static let changes = [
    "DROP COLUMN first", "DROP COLUMN second", "ADD COLUMN third TEXT",
    "RENAME COLUMN first TO one",
  ]

  @Test(arguments: changes)
  func `relationships that are live when their table changes go on`(change: String) throws {
    try database.execute(ChangingSchemaTests.definition)
    let guests = try EntityStore<Guest>(database)
    let (host, other) = (Guest(id: "host", name: "Host"), Guest(id: "other", name: "Other"))
    guests.add([host, other])
    guests.add(Guest(id: "a", name: "A", host: host))
    let told = Recorder<String>()
    let query = guests.query.where { $0.name == "B" }.live
    let subscription = withGraphTracking {
      host.$guests.onChange { told.record("host \($0.map(\.typedID.raw))") }
      other.$guests.onChange { told.record("other \($0.map(\.typedID.raw))") }
      query.onChange { told.record("B \($0.map(\.typedID.raw))") }
    }
    _ = told.drain()
    try database.execute(.raw("ALTER TABLE guests \(change)"))
    #expect(told.drain() == [])
    try database.execute("INSERT INTO guests (id, name, host_id) VALUES ('b', 'B', 'host')")
    #expect(told.drain().sorted() == ["B [\"b\"]", "host [\"a\", \"b\"]"])
    try database.execute("UPDATE guests SET host_id = 'other' WHERE id = 'a'")
    #expect(told.drain().sorted() == ["host [\"b\"]", "other [\"a\"]"])
    try database.execute("UPDATE guests SET name = 'C' WHERE id = 'b'")
    #expect(told.drain() == ["B []"])
    try database.execute("DELETE FROM guests WHERE id = 'b'")
    #expect(told.drain() == ["host []"])
    // The other relationship and the query are not marked by this deletion.
    let counts = database.lastCommit
    #expect(counts?.markedSlotCount == 1)
    subscription.cancel()
  }

  @Test func `relationships follow a table that is recreated with another collation`() throws {
    try database.execute(ChangingSchemaTests.definition)
    let guests = try EntityStore<Guest>(database)
    let host = Guest(id: "host", name: "Host")
    guests.add(host)
    #expect(host.guests.isEmpty)
    try database.write {
      try database.execute(
        "CREATE TABLE other (host_id TEXT COLLATE NOCASE, id TEXT PRIMARY KEY NOT NULL, name TEXT)"
      )
      try database.execute("INSERT INTO other SELECT host_id, id, name FROM guests")
      try database.execute("DROP TABLE guests")
      try database.execute("ALTER TABLE other RENAME TO guests")
    }
    #expect(host.guests.isEmpty)
    try database.execute("INSERT INTO guests (id, name, host_id) VALUES ('a', 'A', 'HOST')")
    #expect(host.guests.map(\.name) == ["A"])
    try database.execute("UPDATE guests SET host_id = 'nobody' WHERE id = 'a'")
    #expect(host.guests.isEmpty)
  }
}
