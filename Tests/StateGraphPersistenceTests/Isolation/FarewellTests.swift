import StateGraphPersistence
import TestSupport
import Testing

/// An entity whose `deinit` runs the closures that a test records.
@Entity
final class Guest {
  typealias TypedIdentifierRawValue = String
  let typedID: TypedID
  @GraphStored var name: String
  @GraphStored var host: Guest?
  @GraphComputed(inverse: \Guest.host) var guests: [Guest]
  let farewell = Recorder<@Sendable () -> Void>()

  deinit {
    for body in farewell.elements { body() }
  }
}

/// An entity ends on the thread that releases its last reference, and its `deinit` may use the
/// database. It never runs under a lock, and no thread hangs.
@Suite struct FarewellTests {
  let directory: TemporaryDirectory
  let database: Database
  let guests: EntityStore<Guest>
  let farewells = Recorder<Int>()

  init() throws {
    directory = try TemporaryDirectory()
    database = try Database(path: directory.file("guests.sqlite"))
    try database.execute(
      """
      CREATE TABLE guests (
        id TEXT PRIMARY KEY NOT NULL, name TEXT NOT NULL, host_id TEXT REFERENCES guests (id)
      ) STRICT
      """
    )
    try database.execute("CREATE TABLE book (entry TEXT)")
    guests = try EntityStore<Guest>(database)
  }

  private func makeSpeak(_ guest: Guest?) {
    let (id, farewells) = (guest?.typedID.raw ?? "", farewells)
    guest?.farewell.record { [database, guests] in
      farewells.record(guests.count)
      _ = guests.get(by: "host")?.guests.map(\.name)
      _ = try? database.execute("INSERT INTO book VALUES (\(id))")
    }
  }

  private func expectEntries() throws {
    let entries = try database.rows("SELECT count(*) FROM book").first?[0]
    #expect(entries == farewells.elements.count.value)
    #expect(!farewells.elements.isEmpty)
  }

  @Test func `replaced, deleted and rolled back entities may write in their deinit`() throws {
    try withThread { [self] in
      let host = Guest(id: "host", name: "Host")
      guests.add(host)
      for number in 0..<20 {
        let guest = Guest(id: "g", name: "\(number)", host: host)
        makeSpeak(guest)
        guests.add(guest)
        if number % 3 == 0 { guests.delete("g") }
        if number % 4 == 0 {
          // The object ends after the write. Inside it, the rollback would also undo the writes of
          // its `deinit`.
          let undone = Guest(id: "u", name: "undone", host: host)
          makeSpeak(undone)
          try? database.write {
            guests.add(undone)
            throw Stop()
          }
        }
      }
    }
    try expectEntries()
  }

  @Test func `released loaded entities may write in their deinit`() throws {
    try withThread { [self] in
      try database.execute(
        """
        WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 3000)
        INSERT INTO guests (id, name) SELECT 'g' || x, 'n' FROM n
        """
      )
      for number in 1...3_000 { makeSpeak(guests.get(by: .init("g\(number)"))) }
    }
    try expectEntries()
    #expect(guests.count == 3_000)
  }

  @Test func `entities that a detached entity releases may write in their deinit`() throws {
    try withThread { [self] in
      var guest: Guest? = Guest(id: "a", name: "a")
      for number in 0..<50 {
        let next = Guest(id: "\(number)", name: "n", host: guest)
        makeSpeak(next)
        guest = next
      }
      guest?.host = nil
      guest = nil
    }
    try expectEntries()
  }

  @Test func `closing a database runs the deinit of its entities`() throws {
    try withThread { [self] in
      guests.add((0..<10).map { Guest(id: "\($0)", name: "n") })
      for number in 0..<10 { makeSpeak(guests.get(by: .init("\(number)"))) }
      try database.close()
    }
    #expect(farewells.elements.count == 10)
  }
}
