import CSQLite
import TestSupport
import Testing

@testable import StateGraphPersistence
@testable import StateGraphSQLite

@Entity(id: String.self, table: "knots")
final class Knot {
  @GraphStored @Column(.unique) var name: String
  @GraphStored @Column(.onDelete(.nullify)) var parent: Knot?
  @GraphComputed(inverse: \Knot.parent) var knots: [Knot]
}

/// Knots with strange keys and names. Each refers to the knot before it.
private struct KnotScene: PlacedScene {
  let path: String
  let database: Database
  let knots: EntityStore<Knot>

  init(path: String) throws {
    self.path = path
    database = try Database(path: path)
    try database.createTables(for: Knot.self)
    knots = try EntityStore<Knot>(database)
  }

  func fill() throws {
    try database.write {
      var previous: Knot?
      for text in StrangeText.all {
        let knot = Knot(id: .init(text), name: text, parent: previous)
        knots.add(knot)
        previous = knot
      }
    }
  }

  func opened() throws -> KnotScene { try KnotScene(path: path) }

  func answers() throws -> [String] {
    knots.getAll().map { knot in
      let parent = knot.parent.map { StrangeText.label($0.typedID.raw) } ?? "-"
      let children = knot.knots.map { StrangeText.label($0.typedID.raw) }
      return "\(StrangeText.label(knot.typedID.raw)) \(parent) \(children)"
    }
  }

  /// Gives the second knot the name of the first one, by the statement that is refused.
  static let refused: SQL =
    "UPDATE OR REPLACE knots SET name = '' WHERE id = \(StrangeText.all[1])"

  /// Does what the refused statement was meant to do: the remedy that the error names.
  func change() throws {
    let second = StrangeText.all[1]
    try database.write {
      let error = #expect(throws: DatabaseError.self) { try database.execute(Self.refused) }
      #expect(error?.code == .misuse)
      try database.execute("DELETE FROM knots WHERE name = '' AND id <> \(second)")
      try database.execute("UPDATE knots SET name = '' WHERE id = \(second)")
    }
  }

  var changeOfStranger: [SQL] {
    ["DELETE FROM knots WHERE id = ''", "UPDATE knots SET name = '' WHERE id = \("a\0b")"]
  }
}

/// `UPDATE OR REPLACE` of a row that refers to the row which it replaces, in each place.
@Suite struct ReplacementPlaceTests {
  private let directory: TemporaryDirectory
  private let scene: KnotScene

  init() throws {
    directory = try TemporaryDirectory()
    scene = try KnotScene(path: directory.file("knots.sqlite"))
    try scene.fill()
  }

  private static let before = [
    "<0> - [\"<1>\"]", "<1> <0> [\"<2>\"]", "<2> <1> [\"<3>\"]", "<4> <3> [\"<5>\"]",
    "<3> <2> [\"<4>\"]", "<5> <4> []",
  ]
  private static let after = ["<1> - [\"<2>\"]"] + before[2...]

  @Test(arguments: ChangePlace.allCases)
  func `it is refused in each place, and the statements of the remedy are not`(
    place: ChangePlace
  ) throws {
    try place.check(scene, before: Self.before, after: Self.after)
    #expect(try scene.database.rows("PRAGMA foreign_key_check").isEmpty)
  }

  @Test(arguments: [1, 16_384, 16_385, 1_000_000])
  func `it is refused with any number of values, in a write, in a snapshot and on a thread`(
    count: Int
  ) throws {
    let keys = StrangeText.all + (0..<count).map { "other \($0)" }
    let statement: SQL = "UPDATE OR REPLACE knots SET name = '' WHERE id IN \(keys)"
    let database = scene.database
    let run: @Sendable () throws -> Void = {
      let error = #expect(throws: DatabaseError.self) { try database.execute(statement) }
      #expect(error?.code == .misuse)
    }
    try run()
    try withThread(run)
    try database.write {
      try database.write(run)
      #expect(try scene.answers() == Self.before)
    }
    try database.read(run)
    #expect(try scene.answers() == Self.before)
  }

  @Test func `what SQLite does with it in another program is seen as a new program sees it`() throws
  {
    let live = Computed { _ in (try? scene.answers()) ?? [] }
    #expect(live.wrappedValue == Self.before)
    scene.database.foreignCommits.tracker?.stopWatching()
    var handle: OpaquePointer?
    #expect(sqlite3_open(scene.path, &handle) == SQLITE_OK)
    let script = """
      PRAGMA foreign_keys = ON;
      UPDATE OR REPLACE knots SET name = '' WHERE name = CAST(x'610062' AS TEXT);
      """
    #expect(sqlite3_exec(handle, script, nil, nil, nil) == SQLITE_OK)
    sqlite3_close(handle)
    try scene.database.catchUp()
    let fresh = try scene.opened().answers()
    #expect(fresh.count == StrangeText.all.count - 1)
    #expect(fresh.first == "<1> - [\"<2>\"]")
    #expect(live.wrappedValue == fresh)
    #expect(try scene.answers() == fresh)
  }
}
