import Foundation
import Logging
import SQLiteTestSupport
import StateGraphPersistence
import Synchronization
import TestSupport
import Testing

@Entity
final class Deck {
  typealias TypedIdentifierRawValue = Int64
  let typedID: TypedID
  @GraphStored var name: String
  @GraphStored var n: Int?
}

private final class CallCount: Sendable {
  private let value = Mutex(0)
  var count: Int { value.withLock { $0 } }

  func add() -> Int {
    value.withLock {
      $0 += 1
      return $0
    }
  }
}

/// Databases with collations and functions of the program, on files whose schema needs them.
@Suite("Collations and functions of the program")
struct ProgramExtensionTests {
  private let directory: TemporaryDirectory
  private var path: String { directory.file("decks.sqlite") }

  init() throws {
    directory = try TemporaryDirectory()
    try OwnerFile.make(OwnerFile.decks, at: path)
  }

  private var configuration: Database.Configuration {
    var configuration = Database.Configuration()
    configuration.logger.logLevel = .critical
    configuration.add(
      collation: DatabaseCollation("Localized") { one, other in
        let (one, other) = (one.lowercased(), other.lowercased())
        return one < other ? .orderedAscending : one == other ? .orderedSame : .orderedDescending
      }
    )
    configuration.add(
      function: DatabaseFunction("owned", argumentCount: 1, pure: true) { arguments in
        guard case .text(let text) = arguments[0] else { return nil }
        return text.count
      }
    )
    return configuration
  }

  private func open() throws -> Database { try Database(path: path, configuration: configuration) }

  @Test func `entities of a table with the collation are written and found`() throws {
    let database = try open()
    let decks = try EntityStore<Deck>(database)
    try database.write { decks.add(Deck(id: 4, name: "D", n: 1)) }
    #expect(try decks.query.where { $0.name == "d" }.fetch().map(\.typedID.raw) == [4])
    #expect(try decks.query.where { $0.name < "B" }.fetch().map(\.name) == ["A"])
    #expect(
      try decks.query.order { $0.name.descending }.fetch().map(\.name) == ["D", "c", "b", "A"]
    )
    let error = DatabaseError.thrown {
      try database.execute("INSERT INTO decks VALUES (5, 'a', 0)")
    }
    #expect(error?.code == .constraint)
    #expect(try database.fetchValues(String.self, "PRAGMA integrity_check") == ["ok"])
  }

  @Test func `a live query follows the order and the conditions of the collation`() throws {
    let database = try open()
    let decks = try EntityStore<Deck>(database)
    let ordered = decks.query.order { $0.name.ascending }.live
    let named = decks.query.where { $0.name == "B" }.live
    #expect(ordered.wrappedValue.map(\.name) == ["A", "b", "c"])
    #expect(named.wrappedValue.map(\.typedID.raw) == [1])
    try database.write {
      decks.add(Deck(id: 4, name: "AB", n: 0))
      try database.execute("UPDATE decks SET name = 'Z' WHERE id = 1")
    }
    #expect(ordered.wrappedValue.map(\.name) == ["A", "AB", "c", "Z"])
    #expect(named.wrappedValue.isEmpty)
    try database.execute("UPDATE decks SET name = 'b' WHERE id = 3")
    #expect(named.wrappedValue.map(\.typedID.raw) == [3])
  }

  @Test func `a key with the collation finds its row in any case`() throws {
    let database = try open()
    try database.execute("UPDATE labels SET uses = 7 WHERE label = 'EASY'")
    #expect(
      try database.fetchValues(Int.self, "SELECT uses FROM labels WHERE label = 'easy'") == [7]
    )
  }

  @Test func `schemas and statements call a pure function`() throws {
    let database = try open()
    try database.execute("CREATE INDEX decks_length ON decks (owned(name))")
    try database.execute(
      """
      CREATE TABLE words (word TEXT CHECK (owned(word) < 5), length AS (owned(word)));
      """
    )
    try database.execute("INSERT INTO words VALUES ('four')")
    let refused = DatabaseError.thrown {
      try database.execute("INSERT INTO words VALUES ('fiver')")
    }
    #expect(refused?.code == .constraint)
    #expect(try database.fetchValues(Int.self, "SELECT length FROM words") == [4])
    // A read of another thread has another connection.
    try withThread {
      let lengths = try database.fetchValues(
        Int.self,
        "SELECT owned(name) FROM decks WHERE owned(name) = 1"
      )
      #expect(lengths == [1, 1, 1])
    }
  }

  @Test func `an error of a function makes its statement fail, and the next one runs`() throws {
    var configuration = Database.Configuration()
    configuration.add(
      function: DatabaseFunction("refuse") { arguments -> (any Bindable)? in
        throw TestFailure("refused \(arguments.count) arguments")
      }
    )
    let database = try Database.inMemory(configuration: configuration)
    let error = DatabaseError.thrown { _ = try database.rows("SELECT refuse(1, 2)") }
    #expect(error?.message.contains("refused 2 arguments") == true)
    #expect(try database.fetchValues(Int.self, "SELECT 1") == [1])
  }

  @Test func `every value is passed to a function and returned by it`() throws {
    var configuration = Database.Configuration()
    configuration.add(function: DatabaseFunction("same", argumentCount: 1) { $0[0] })
    let database = try Database.inMemory(configuration: configuration)
    for value in [
      SQLiteValue.null, .integer(.min), .real(-0.5), .text(""), .text("ä\u{0}z"), .blob([]),
      .blob([0, 255]),
    ] {
      #expect(try database.rows("SELECT same(\(value))").map(\.values) == [[value]])
    }
  }

  @Test func `a schema cannot call a function with an effect`() throws {
    var configuration = Database.Configuration()
    let calls = CallCount()
    configuration.add(
      function: DatabaseFunction("effect", isDirectOnly: true) { _ in calls.add() }
    )
    let database = try Database.inMemory(configuration: configuration)
    try database.execute("CREATE VIEW hostile AS SELECT effect()")
    let error = DatabaseError.thrown { _ = try database.rows("SELECT * FROM hostile") }
    #expect(error != nil)
    #expect(calls.count == 0)
    _ = try database.rows("SELECT effect()")
    #expect(calls.count == 1)
    // SQLite's own functions stay available to schemas.
    try database.execute("CREATE VIEW harmless AS SELECT json_array(1) AS a")
    #expect(try database.fetchValues(String.self, "SELECT a FROM harmless") == ["[1]"])
  }

  @Test(arguments: ["nocase", "BINARY", "RTrim"])
  func `a collation of SQLite is not replaced`(name: String) {
    var configuration = Database.Configuration()
    configuration.add(collation: DatabaseCollation(name) { _, _ in .orderedSame })
    let error = DatabaseError.thrown { _ = try Database.inMemory(configuration: configuration) }
    #expect(error?.code == .misuse)
  }

  @Test(arguments: ["LOWER", "sum", "stategraph_sum", "json_extract"])
  func `a function of SQLite is not replaced`(name: String) {
    var configuration = Database.Configuration()
    configuration.add(function: DatabaseFunction(name, argumentCount: 1) { $0[0] })
    let error = DatabaseError.thrown { _ = try Database.inMemory(configuration: configuration) }
    #expect(error?.code == .misuse)
    #expect(error?.message.contains(name) == true)
  }
}
