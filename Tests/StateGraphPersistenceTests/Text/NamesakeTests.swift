import StateGraphCore
import TestSupport
import Testing

@testable import StateGraphPersistence
@testable import StateGraphSQLite

/// Columns and tables whose names Swift calls equal.
@Entity(table: "caf\u{e9}")
final class Namesake {
  typealias TypedIdentifierRawValue = Int
  let typedID: TypedID
  @GraphStored(backed: .column("\u{e9}")) var composed: String = ""
  @GraphStored(backed: .column("e\u{301}")) var decomposed: String = ""
  @GraphStored(backed: .column("parent_\u{e9}")) var parent: Namesake?
  @GraphStored(backed: .column("parent_e\u{301}")) var guardian: Namesake?
  @GraphComputed(inverse: \Namesake.parent) var children: [Namesake]
  @GraphComputed(inverse: \Namesake.guardian) var wards: [Namesake]
}

@Entity(table: "cafe\u{301}")
final class OtherNamesake {
  typealias TypedIdentifierRawValue = Int
  let typedID: TypedID
  @GraphStored var name: String = ""
}

@Suite struct NamesakeTests {
  let directory: TemporaryDirectory
  let database: Database
  let namesakes: EntityStore<Namesake>
  let others: EntityStore<OtherNamesake>

  init() throws {
    directory = try TemporaryDirectory()
    database = try Database(path: directory.file("names.sqlite"))
    let table = "caf\u{e9}"
    try database.execute(
      """
      CREATE TABLE \(table: table) (id INTEGER PRIMARY KEY NOT NULL,
        \(column: "\u{e9}") TEXT NOT NULL, \(column: "e\u{301}") TEXT NOT NULL,
        \(column: "parent_\u{e9}") INTEGER REFERENCES \(table: table),
        \(column: "parent_e\u{301}") INTEGER REFERENCES \(table: table)) STRICT
      """
    )
    try database.execute(
      "CREATE TABLE \(table: "cafe\u{301}") (id INTEGER PRIMARY KEY NOT NULL, name TEXT NOT NULL) STRICT"
    )
    namesakes = try EntityStore<Namesake>(database)
    others = try EntityStore<OtherNamesake>(database)
    for id in 1...3 {
      namesakes.add(Namesake(id: .init(id), composed: "c\(id)", decomposed: "d\(id)"))
      others.add(OtherNamesake(id: .init(id), name: "o\(id)"))
    }
  }

  @Test func `a change of one column concerns no query of the other`() throws {
    let composed = namesakes.query.where { $0.composed == "x" }.live
    let decomposed = namesakes.query.where { $0.decomposed == "x" }.live
    let ordered = namesakes.query.order { $0.decomposed.descending }.live
    _ = (composed.wrappedValue, decomposed.wrappedValue, ordered.wrappedValue)
    let first = try #require(namesakes.get(by: .init(1)))
    first.composed = "x"
    #expect(database.lastCommit?.markedSlotCount == 1)
    #expect(composed.wrappedValue.map(\.typedID.raw) == [1])
    #expect(decomposed.wrappedValue.isEmpty)
    first.decomposed = "x"
    #expect(database.lastCommit?.markedSlotCount == 2)
    #expect(decomposed.wrappedValue.map(\.typedID.raw) == [1])
    #expect(ordered.wrappedValue.map(\.typedID.raw) == [1, 3, 2])
    #expect((first.composed, first.decomposed) == ("x", "x"))
    let values = try database.rows("SELECT * FROM \(table: "caf\u{e9}") WHERE id = 1")[0]
    #expect(values["\u{e9}"] == .text("x"))
    #expect(values["e\u{301}"] == .text("x"))
  }

  @Test func `two relationships whose columns have equivalent names are distinct`() throws {
    let first = try #require(namesakes.get(by: .init(1)))
    let second = try #require(namesakes.get(by: .init(2)))
    #expect(first.children.isEmpty && first.wards.isEmpty)
    second.guardian = first
    #expect(first.children.isEmpty)
    #expect(first.wards.map(\.typedID.raw) == [2])
    second.parent = first
    second.guardian = nil
    #expect(first.children.map(\.typedID.raw) == [2])
    #expect(first.wards.isEmpty)
  }

  @Test func `a commit tells the rows of each of two tables of one name`() throws {
    let left = namesakes.query.where { $0.composed == "x" }.live
    let right = others.query.where { $0.name == "x" }.live
    _ = (left.wrappedValue, right.wrappedValue)
    let reads = DatabaseGraph.of(database).reads.total
    try database.write {
      try database.execute(
        "UPDATE \(table: "caf\u{e9}") SET \(column: "\u{e9}") = 'x' WHERE id = 1"
      )
      try database.execute("UPDATE \(table: "cafe\u{301}") SET name = 'x' WHERE id > 1")
    }
    let report = try #require(database.lastCommit)
    #expect(report.tables.count == 2)
    #expect(report.tables.allSatisfy { !$0.isReset })
    #expect(report.tables.map(\.updatedRowCount).sorted() == [1, 2])
    #expect(left.wrappedValue.map(\.typedID.raw) == [1])
    #expect(right.wrappedValue.map(\.typedID.raw) == [2, 3])
    // The commit listed the rows of each table, so no node read again.
    #expect(DatabaseGraph.of(database).reads.total == reads)
  }

  @Test func `a commit of another process tells the rows of each table too`() throws {
    database.foreignCommits.tracker?.stopWatching()
    let left = namesakes.query.where { $0.composed == "y" }.live
    let right = others.query.where { $0.name == "y" }.live
    _ = (left.wrappedValue, right.wrappedValue)
    let other = try Database(path: directory.file("names.sqlite"))
    try other.write {
      try other.execute("UPDATE \(table: "caf\u{e9}") SET \(column: "\u{e9}") = 'y' WHERE id = 1")
      try other.execute("UPDATE \(table: "cafe\u{301}") SET name = 'y' WHERE id > 1")
    }
    try database.catchUp()
    #expect(left.wrappedValue.map(\.typedID.raw) == [1])
    #expect(right.wrappedValue.map(\.typedID.raw) == [2, 3])
    #expect(database.lastCommit?.tables.allSatisfy { !$0.isReset } == true)
  }
}
