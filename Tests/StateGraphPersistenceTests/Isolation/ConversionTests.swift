import StateGraphPersistence
import TestSupport
import Testing

/// A price in cents, whose conversion runs the closures that a test records.
enum VisitedCents: ColumnConversion {
  static let visitor = Recorder<@Sendable () -> Void>()

  static func stored(_ value: Double) -> Int { Int(value * 100) }

  static func value(_ stored: Int) throws -> Double {
    for visit in visitor.elements { visit() }
    if stored < 0 { throw Stop() }
    return Double(stored) / 100
  }

  static var placeholder: Double { 0 }
}

@Entity(table: "wares")
final class Ware {
  typealias TypedIdentifierRawValue = String
  let typedID: TypedID
  @GraphStored var name: String
  @GraphStored @Column(as: VisitedCents.self) var price: Double
}

/// A conversion is user code, so a commit calls it where it may use the database.
@Suite(.serialized) struct ConversionTests {
  let directory: TemporaryDirectory
  let database: Database
  let wares: EntityStore<Ware>

  init() throws {
    directory = try TemporaryDirectory()
    database = try Database(path: directory.file("wares.sqlite"))
    try database.execute(
      """
      CREATE TABLE wares (id TEXT PRIMARY KEY NOT NULL, name TEXT NOT NULL, price INTEGER NOT NULL)
      STRICT
      """
    )
    try database.execute("CREATE TABLE visits (price INTEGER)")
    wares = try EntityStore<Ware>(database)
    wares.add(Ware(id: "pen", name: "Pen", price: 1))
    wares.add(Ware(id: "ink", name: "Ink", price: 2))
  }

  /// The changes that make a commit read the row again: a change of the row, more rows than the
  /// change log keeps, or a schema change.
  static let changes = [
    "UPDATE wares SET price = 300 WHERE id = 'pen'",
    """
    WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 70000)
    INSERT INTO wares SELECT 'a' || x, 'n', 300 FROM n
    """,
    "ALTER TABLE wares ADD COLUMN extra INTEGER",
  ]

  private func change(_ sql: String, visiting visit: @escaping @Sendable () -> Void) throws {
    try withThread { [database] in
      try database.write {
        try database.execute(.raw(sql))
        try database.execute("UPDATE wares SET price = 300 WHERE id = 'pen'")
        VisitedCents.visitor.record(visit)
      }
    }
    _ = VisitedCents.visitor.drain()
  }

  @Test(arguments: changes)
  func `a conversion that a commit calls may read`(sql: String) throws {
    let (pen, ink) = (try #require(wares.get(by: "pen")), try #require(wares.get(by: "ink")))
    let seen = Recorder<String>()
    try change(sql) { [database, wares] in
      if seen.elements.isEmpty { seen.record("") } else { return }
      seen.record((try? database.read { ink.name }) ?? "failed")
      seen.record("\(wares.count > 1)")
      let other = Recorder<String>()
      try? withThread { other.record((try? database.read { ink.name }) ?? "failed") }
      seen.record(other.elements.first ?? "hung")
    }
    #expect(seen.elements == ["", "Ink", "true", "Ink"])
    #expect(pen.price == 3)
  }

  @Test(arguments: changes)
  func `a conversion's writes are part of the write`(sql: String) throws {
    let pen = try #require(wares.get(by: "pen"))
    let ink = try #require(wares.get(by: "ink"))
    let written = Recorder<String>()
    try change(sql) { [database] in
      guard written.elements.isEmpty else { return }
      written.record("")
      _ = try? database.execute("INSERT INTO visits VALUES (1)")
      ink.name = "Visited"
    }
    #expect(try database.rows("SELECT count(*) FROM visits").first?[0] == .integer(1))
    #expect(ink.name == "Visited")
    #expect(
      try database.rows("SELECT name FROM wares WHERE id = 'ink'")[0][0] == .text("Visited")
    )
    #expect(pen.price == 3)
  }

  @Test func `a conversion that writes whenever it is called is misuse, and nothing happens`()
    throws
  {
    let pen = try #require(wares.get(by: "pen"))
    let code = Recorder<DatabaseError.Code?>()
    do {
      try change(ConversionTests.changes[0]) { [database] in
        _ = try? database.execute("UPDATE wares SET price = price + 1")
      }
    } catch {
      code.record((error as? DatabaseError)?.code)
    }
    _ = VisitedCents.visitor.drain()
    #expect(code.elements == [.misuse])
    #expect(pen.price == 1)
    #expect(try database.rows("SELECT price FROM wares WHERE id = 'pen'")[0][0] == .integer(100))
  }

  @Test(arguments: changes)
  func `a row that a conversion refuses keeps its entity's values, and comes back`(
    sql: String
  ) throws {
    let pen = try #require(wares.get(by: "pen"))
    try database.write {
      try database.execute(.raw(sql))
      try database.execute("UPDATE wares SET price = -1, name = 'bad' WHERE id = 'pen'")
    }
    #expect(pen.price == 1 && pen.name == "Pen" && pen.isUnreadable)
    try database.execute("UPDATE wares SET name = 'still bad' WHERE id = 'pen'")
    #expect(pen.price == 1 && pen.name == "Pen" && pen.isUnreadable)
    #expect(wares.get(by: "pen") == nil)
    try database.execute("UPDATE wares SET price = 500 WHERE id = 'pen'")
    #expect(wares.get(by: "pen") === pen && !pen.isUnreadable)
    #expect(pen.price == 5 && pen.name == "still bad")
  }

  @Test func `a commit that does not change the column calls no conversion`() throws {
    let pen = try #require(wares.get(by: "pen"))
    let calls = Recorder<Void>()
    VisitedCents.visitor.record { calls.record(()) }
    pen.name = "Pencil"
    try database.execute("INSERT INTO wares VALUES ('new', 'New', 7)")
    try database.execute("DELETE FROM wares WHERE id = 'ink'")
    _ = VisitedCents.visitor.drain()
    #expect(calls.elements.isEmpty)
    #expect(pen.name == "Pencil")
  }
}
