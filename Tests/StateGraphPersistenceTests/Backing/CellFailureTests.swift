import TestSupport
import Testing

@testable import StateGraphPersistence

@Suite struct CellFailureTests {
  let scene: CellScene
  var database: Database { scene.database }
  var codes: [DatabaseError.Code] { scene.failures.elements.map(\.code) }

  init() throws { scene = try CellScene() }

  /// Sets the node outside of a write and inside of one. Expects that each reports the failure,
  /// changes nothing and calls no observer, and that the node is usable afterwards.
  private func expectRefusal<Value: GraphStorable & Equatable & Sendable>(
    of value: Value,
    by node: Stored<Value>,
    _ code: DatabaseError.Code
  ) throws {
    let before = node.wrappedValue
    let values = Recorder<Value>()
    let subscription = withGraphTracking { node.onChange { values.record($0) } }
    node.wrappedValue = value
    #expect(codes == [code])
    #expect(node.wrappedValue == before)
    #expect {
      try database.write {
        try database.execute("UPDATE users SET age = 99")
        node.wrappedValue = value
      }
    } throws: { ($0 as? DatabaseError)?.code == code }
    #expect(codes == [code])
    #expect(node.wrappedValue == before)
    #expect(try scene.value("SELECT count(*) FROM users WHERE age = 99") == .integer(0))
    #expect(values.elements == [before])
    subscription.cancel()
  }

  @Test func `a constraint`() throws {
    let name = scene.user("ada", "name", "")
    try expectRefusal(of: "forbidden", by: name, .constraint)
    name.wrappedValue = "usable"
    #expect(name.wrappedValue == "usable")
  }

  @Test func `NULL for a column that must not be`() throws {
    try expectRefusal(of: nil, by: scene.user("ada", "name", "x" as String?), .constraint)
  }

  @Test func `a trigger that raises`() throws {
    try database.execute(
      """
      CREATE TRIGGER full BEFORE UPDATE ON users WHEN new.name = 'large'
      BEGIN SELECT RAISE(ABORT, 'no more'); END
      """
    )
    try expectRefusal(of: "large", by: scene.user("ada", "name", ""), .constraint)
  }

  @Test func `a full disk`() throws {
    let text = scene.setting("text", "")
    text.wrappedValue = "small"
    guard case .integer(let count) = try scene.value("SELECT page_count FROM pragma_page_count")
    else { throw TestFailure("no page count") }
    try database.write {
      try database.withWriter { try $0.run(.raw("PRAGMA max_page_count = \(count + 1)")) }
    }
    try expectRefusal(of: String(repeating: "x", count: 100_000), by: text, .diskFull)
    text.wrappedValue = "fits"
    #expect(try scene.stored("text") == .text("fits"))
  }

  @Test func `another process's lock`() throws {
    let name = scene.user("ada", "name", "")
    #expect(name.wrappedValue == "Ada")
    let other = try scene.reopened()
    try other.write { name.wrappedValue = "B" }
    #expect(codes == [.busy])
    #expect(name.wrappedValue == "Ada")
    name.wrappedValue = "C"
    #expect(name.wrappedValue == "C")
  }

  @Test func `a row that is not there`() throws {
    let nobody = scene.user("nobody", "name", "initial")
    #expect(nobody.wrappedValue == "initial")
    try expectRefusal(of: "x", by: nobody, .deletedEntity)
    nobody.wrappedValue = "initial"
    #expect(codes == [.deletedEntity, .deletedEntity])
    try database.execute("INSERT INTO users (id, name) VALUES ('nobody', 'n')")
    #expect(nobody.wrappedValue == "n")
    nobody.wrappedValue = "m"
    #expect(try scene.value("SELECT name FROM users WHERE id = 'nobody'") == .text("m"))
    try database.execute("DELETE FROM users")
    #expect(nobody.wrappedValue == "initial")
  }

  @Test(arguments: [("nowhere", "name"), ("users", "nothing"), ("pairs", "value"), ("users", "id")])
  func `a cell that cannot be`(table: String, column: String) throws {
    try database.execute("CREATE TABLE pairs (a, b, value, PRIMARY KEY (a, b))")
    let node = Stored(
      wrappedValue: "initial",
      backed: .sqlite(table: table, column: column, id: "ada", in: database)
    )
    // A change of the key would leave no row with the identifier of the cell.
    let code: DatabaseError.Code = column == "id" ? .deletedEntity : .schemaMismatch
    try expectRefusal(of: "x", by: node, code)
  }

  @Test func `a closed database`() throws {
    let (name, age) = (scene.user("ada", "name", ""), scene.user("ada", "age", 7))
    #expect(name.wrappedValue == "Ada")
    try database.close()
    name.wrappedValue = "lost"
    #expect(codes == [.closed])
    #expect(name.wrappedValue == "Ada")
    // This cell had not been read before the database was closed.
    #expect(age.wrappedValue == 7)
    let late = scene.user("bob", "name", "late")
    #expect(late.wrappedValue == "late")
    late.wrappedValue = "x"
    #expect(codes == [.closed, .closed])
  }

  @Test func `another type in the cell reads as the initial value, until a set`() throws {
    let theme = scene.setting("theme", "light")
    theme.wrappedValue = "dark"
    let number = scene.setting("theme", 7)
    let numbers = Recorder<Int>()
    let subscription = withGraphTracking { number.onChange { numbers.record($0) } }
    #expect(number.wrappedValue == 7)
    #expect(scene.setting("theme", [1]).wrappedValue == [1])
    number.wrappedValue = 7
    #expect(try scene.stored("theme") == .integer(7))
    #expect(theme.wrappedValue == "light")
    number.wrappedValue = 8
    #expect(numbers.elements == [7, 8])
    subscription.cancel()
  }

  @Test func `a value that the column would convert is refused`() throws {
    try database.execute("CREATE TABLE loose (id INTEGER PRIMARY KEY, text TEXT, whole INT)")
    try database.execute("INSERT INTO loose VALUES (1, 'x', 1)")
    func node<Value: GraphStorable>(_ column: String, _ initial: Value) -> Stored<Value> {
      Stored(
        wrappedValue: initial,
        backed: .sqlite(table: "loose", column: column, id: 1, in: database)
      )
    }
    try expectRefusal(of: 5, by: node("text", 0), .typeMismatch)
    #expect(try scene.value("SELECT text FROM loose") == .text("x"))
    node("whole", "").wrappedValue = "12"
    #expect(codes == [.typeMismatch, .typeMismatch])
    node("text", "").wrappedValue = "12"
    #expect(try scene.value("SELECT text FROM loose") == .text("12"))
    node("whole", 0).wrappedValue = 12
    #expect(try scene.value("SELECT whole FROM loose") == .integer(12))
  }

  @Test func `a NaN in a column, which SQLite would make NULL of`() throws {
    try expectRefusal(of: Double.nan, by: scene.user("ada", "score", 1.0), .typeMismatch)
    #expect(try scene.value("SELECT score FROM users WHERE id = 'ada'") == .null)
  }

  @Test func `text in an INTEGER column of a table that is not strict`() throws {
    try database.execute("CREATE TABLE loose (id INTEGER PRIMARY KEY, whole INTEGER)")
    try database.execute("INSERT INTO loose VALUES (1, 'many')")
    let node = Stored(
      wrappedValue: 7,
      backed: .sqlite(table: "loose", column: "whole", id: 1, in: database)
    )
    #expect(node.wrappedValue == 7)
    try database.execute("UPDATE loose SET whole = '12'")
    #expect(node.wrappedValue == 12)
  }
}
