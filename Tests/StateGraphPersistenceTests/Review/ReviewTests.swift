import SampleDomains
import Synchronization
import TestSupport
import Testing

@testable import StateGraphPersistence
@testable import StateGraphSQLite

/// An entity that tests also find by other columns than its key.
@Entity
final class Peer {
  typealias TypedIdentifierRawValue = String
  let typedID: TypedID
  @GraphStored var first: String
  @GraphStored var last: String
}

/// Entities at the beginning and the end of a write or a snapshot.
@Suite struct EdgeOfWriteTests {
  let directory: TemporaryDirectory
  let database: Database

  init() throws {
    directory = try TemporaryDirectory()
    database = try Database(path: directory.file("peers.sqlite"))
    try database.execute(
      """
      CREATE TABLE peers (
        id TEXT PRIMARY KEY NOT NULL, first TEXT NOT NULL, last TEXT NOT NULL, UNIQUE (first, last)
      ) STRICT
      """
    )
    try database.execute("INSERT INTO peers VALUES ('ada', 'Ada', 'L'), ('bob', 'Bob', 'M')")
  }

  private func firstName(_ id: String) throws -> SQLiteValue? {
    try database.rows("SELECT first FROM peers WHERE id = \(id)").first?[0]
  }

  @Test func `an entity that is first loaded after SQL has changed its row is current`() throws {
    let ada = try database.write {
      try database.execute("UPDATE peers SET first = 'new' WHERE id = 'ada'")
      return try EntityStore<Peer>(database).get(by: "ada")
    }
    #expect(try firstName("ada") == .text("new"))
    #expect(ada?.first == "new")
  }

  @Test func `a store that is first opened in an old snapshot registers nothing old`() throws {
    let ada = try database.read {
      try withThread { [database] in
        try database.execute("UPDATE peers SET first = 'new' WHERE id = 'ada'")
      }
      let ada = try EntityStore<Peer>(database).get(by: "ada")
      #expect(ada?.first == "Ada")
      return ada
    }
    #expect(ada?.first == "new")
  }

  @Test func `an entity whose insertion a trigger ignores has no row`() throws {
    let peers = try EntityStore<Peer>(database)
    try database.execute(
      """
      CREATE TRIGGER refuse BEFORE INSERT ON peers WHEN NEW.first = 'no'
      BEGIN SELECT RAISE(IGNORE); END
      """
    )
    let nobody = Peer(id: "no", first: "no", last: "no")
    peers.add(nobody)
    #expect(try firstName("no") == nil)
    #expect(nobody.isDeleted)
    #expect(peers.get(by: "no") == nil)
  }

  @Test func `a row of the outer write outlives the nested write that first loaded it`() throws {
    let peers = try EntityStore<Peer>(database)
    var loaded: Peer?
    try database.write {
      try database.execute("INSERT INTO peers VALUES ('new', 'New', 'N')")
      try? database.write {
        loaded = peers.get(by: "new")
        throw Stop()
      }
      #expect(loaded?.isDeleted == false)
      #expect(peers.get(by: "new") === loaded)
    }
    #expect(loaded?.isDeleted == false)
    #expect(peers.get(by: "new") === loaded)
  }

  @Test func `sets reach the table in their order where two columns are unique together`() throws {
    let peers = try EntityStore<Peer>(database)
    let (ada, bob) = (try #require(peers.get(by: "ada")), try #require(peers.get(by: "bob")))
    try database.write {
      ada.first = "Bob"
      bob.first = "Other"
      ada.last = "M"
    }
    #expect([ada.first, ada.last, bob.first] == ["Bob", "M", "Other"])
  }

  @Test func `a store first opened in a nested write is undone with the outer one`() throws {
    let peer = Peer(id: "new", first: "New", last: "N")
    try? database.write {
      try database.write { try EntityStore<Peer>(database).insert(peer) }
      throw Stop()
    }
    try EntityStore<Peer>(database).insert(peer)
    #expect(try firstName("new") == .text("New"))
  }

  @Test func `inside a write the effects of a trigger on a property are seen`() throws {
    try database.execute(
      """
      CREATE TRIGGER follow AFTER UPDATE OF first ON peers
      BEGIN UPDATE peers SET last = NEW.first || '!' WHERE id = NEW.id; END
      """
    )
    let ada = try #require(try EntityStore<Peer>(database).get(by: "ada"))
    try database.write {
      ada.first = "B"
      #expect(ada.last == "B!")
    }
    #expect(ada.last == "B!")
  }

  @Test func `in a snapshot a row that is gone since has one entity`() throws {
    let peers = try EntityStore<Peer>(database)
    try database.read {
      try withThread { [database] in try database.execute("DELETE FROM peers WHERE id = 'ada'") }
      let ada = peers.get(by: "ada")
      #expect(ada?.first == "Ada")
      #expect(peers.get(by: "ada") === ada)
    }
  }

  @Test func `nothing is left of a database that was closed and let go of`() throws {
    weak var graph: DatabaseGraph?
    do {
      let other = try Database(path: directory.file("peers.sqlite"))
      graph = DatabaseGraph.of(other)
      #expect(try EntityStore<Peer>(other).get(by: "ada")?.first == "Ada")
      try other.close()
    }
    waitForRelease { graph == nil }
    #expect(graph == nil)
  }
}

/// Entities that refer to each other, without foreign keys.
@Suite struct EdgeOfRelationshipTests {
  let directory: TemporaryDirectory
  let database: Database
  let guests: EntityStore<Guest>

  init() throws {
    directory = try TemporaryDirectory()
    database = try Database(path: directory.file("guests.sqlite"))
    try database.execute(
      "CREATE TABLE guests (id TEXT PRIMARY KEY NOT NULL, name TEXT NOT NULL, host_id TEXT) STRICT"
    )
    guests = try EntityStore<Guest>(database)
  }

  @Test func `an assignment before a rolled back write is written by the next write`() throws {
    let host = Guest(id: "host", name: "Host")
    let guest = Guest(id: "guest", name: "Guest")
    host.guests = [guest]
    try? database.write {
      guests.add(host)
      throw Stop()
    }
    #expect(host.guests.map(\.name) == ["Guest"])
    guests.add(host)
    #expect(host.guests.map(\.name) == ["Guest"])
  }

  @Test func `a set in a deinit during the last flush is part of the write`() throws {
    var configuration = Database.Configuration()
    configuration.recentEntityCount = 0
    let database = try Database(
      path: directory.file("guests.sqlite"),
      configuration: configuration
    )
    let guests = try EntityStore<Guest>(database)
    try database.execute("INSERT INTO guests VALUES ('a', 'a', 'host'), ('host', 'h', NULL)")
    let other = Guest(id: "c", name: "c")
    guests.add(other)
    try withThread {
      var host = guests.get(by: "host")
      host?.guests.first?.farewell.record { other.name = "changed" }
      try database.write {
        host?.name = "New"
        host = nil
      }
    }
    #expect(other.name == "changed")
    #expect(try database.rows("SELECT name FROM guests WHERE id = 'c'")[0][0] == .text("changed"))
  }

  @Test func `a displaced entity's references do not die during publication`() throws {
    let died = Recorder<Bool>()
    let database = database
    try database.write {
      var first: Guest? = Guest(id: "x", name: "1", host: nil)
      do {
        let host = Guest(id: "h", name: "h")
        host.farewell.record { died.record(database.publisher.isPublishing) }
        first?.host = host
      }
      if let first { guests.add(first) }
      guests.add(Guest(id: "x", name: "2"))
      first = nil
    }
    #expect(died.elements == [false])
  }

  @Test func `objects of a rolled back nested write are not released during publication`() throws {
    let died = Recorder<Bool>()
    let database = database
    try database.write {
      try? database.write {
        let guest = Guest(id: "x", name: "1")
        let host = Guest(id: "h", name: "h")
        host.farewell.record { died.record(database.publisher.isPublishing) }
        guest.host = host
        guests.add(guest)
        // The change is deferred, so the rollback has to release it.
        guest.name = "2"
        throw Stop()
      }
      guests.add(Guest(id: "y", name: "y"))
    }
    #expect(died.elements == [false])
  }

  @Test(arguments: [false, true], [false, true])
  func `the deinit of an object of a rolled back write may write`(isNested: Bool, isDisplaced: Bool)
    throws
  {
    let database = database
    try database.execute("CREATE TABLE book (entry TEXT)")
    let failures = Recorder<String>()
    let undone = { [guests] in
      try database.write {
        var guest: Guest? = Guest(id: "x", name: "1")
        do {
          let host = Guest(id: "h", name: "h")
          host.farewell.record {
            do {
              try database.execute("INSERT INTO book VALUES ('farewell')")
            } catch {
              failures.record("\(error)")
            }
          }
          guest?.host = host
        }
        if let guest { guests.add(guest) }
        if isDisplaced { guests.add(Guest(id: "x", name: "2")) }
        guest = nil
        throw Stop()
      }
    }
    if isNested {
      try database.write {
        try? undone()
        guests.add(Guest(id: "y", name: "y"))
      }
    } else {
      try? undone()
    }
    #expect(failures.elements == [])
    #expect(try database.rows("SELECT count(*) FROM book").first?[0] == .integer(1))
  }

  @Test func `tags that were prefetched follow an object that takes a row`() throws {
    let library = try Database(
      path: directory.file("library.sqlite"),
      migrations: .directory(PackageRoot.migrations)
    )
    for sql: SQL in [
      "INSERT INTO authors VALUES ('a', 'A')", "INSERT INTO books VALUES ('b', 'B', 'a', NULL)",
      "INSERT INTO tags VALUES ('t', 'T')", "INSERT INTO book_tags VALUES ('b', 't', 0)",
    ] { try library.execute(sql) }
    let books = try EntityStore<Book>(library).getAll()
    let tags = try EntityStore<SampleDomains.Tag>(library)
    try books.prefetch(.many(\.$tags))
    #expect(books[0].tags.map(\.name) == ["T"])
    let other = SampleDomains.Tag(id: "t", name: "other")
    tags.add(other)
    #expect(books[0].tags.first === other)
  }

  @Test func `a placeholder for a missing row shows no value of another table`() throws {
    let library = try Database(path: directory.file("loose.sqlite"))
    for sql: SQL in [
      "CREATE TABLE authors (id TEXT PRIMARY KEY NOT NULL, name TEXT NOT NULL) STRICT",
      """
      CREATE TABLE books (
        id TEXT PRIMARY KEY NOT NULL, title TEXT NOT NULL, author_id TEXT NOT NULL,
        published_year INTEGER
      ) STRICT
      """,
      "INSERT INTO books VALUES ('same', 'Title', 'same', NULL)",
    ] { try library.execute(sql) }
    let book = try #require(try EntityStore<Book>(library).getAll().first)
    try library.write {
      book.title = "Other"
      #expect(book.author.name.isEmpty)
      #expect(book.author.isDeleted)
      try library.execute("UPDATE books SET published_year = 2000")
      #expect(book.author.name.isEmpty)
    }
  }
}
