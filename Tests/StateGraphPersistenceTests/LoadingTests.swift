import StateGraphPersistence
import StateGraphSQLite
import TestSupport
import Testing

/// Loading of many rows at once.
@Suite struct LoadingTests {
  let scene: SampleDatabase

  init() throws {
    scene = try SampleDatabase()
  }

  /// Inserts rows in a different order from that of their keys, and more than one lock registers.
  private func insert(_ ids: [String]) throws {
    try scene.database.write {
      for id in ids {
        try scene.database.execute(
          """
          INSERT INTO samples (id, whole, small, flag, real, text, bytes)
          VALUES (\(id), 1, 1, 1, 1.0, 't', x'')
          """
        )
      }
    }
  }

  private static func ids(seed: UInt64) -> [String] {
    var random = SeededRandom(seed: seed)
    let ids = (0..<300).map { "id-\($0)" } + ["", "id", "id-1\0", "é", "e\u{301}", "Z"]
    return ids.shuffled(using: &random)
  }

  @Test(arguments: TestSeed.seeds(3))
  func `all entities come in key order, however their rows lie`(seed: UInt64) throws {
    let ids = LoadingTests.ids(seed: seed)
    try insert(ids)
    let sorted = ids.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    let inSQL = try scene.database.rows("SELECT id FROM samples ORDER BY id").map { $0[0] }
    #expect(inSQL == sorted.map { .text($0) }, "seed \(seed)")
    let samples = try scene.reopened()
    let all = samples.getAll()
    #expect(all.map(\.typedID.raw) == sorted, "seed \(seed)")
    #expect(samples.getAll().map(ObjectIdentifier.init) == all.map(ObjectIdentifier.init))
    try scene.database.read {
      #expect(scene.samples.getAll().map(\.typedID.raw) == sorted)
    }
    try scene.database.write {
      try scene.database.execute("DELETE FROM samples WHERE id = 'id-7'")
      try scene.database.execute("UPDATE samples SET id = 'A' WHERE id = 'Z'")
      let changed = (sorted + ["A"]).filter { $0 != "id-7" && $0 != "Z" }
      #expect(
        scene.samples.getAll().map(\.typedID.raw)
          == changed.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      )
    }
  }

  @Test func `all entities come in the order of the key's collation`() throws {
    try scene.database.execute(
      "CREATE TABLE untyped (id TEXT COLLATE NOCASE PRIMARY KEY NOT NULL, name TEXT)"
    )
    try scene.database.execute("INSERT INTO untyped (id) VALUES ('b'), ('C'), ('a')")
    let store = try EntityStore<Untyped>(scene.database)
    #expect(store.getAll().map(\.typedID.raw) == ["a", "b", "C"])
  }

  /// SQLite compares the bytes of UTF-16, in which "Ā" comes before "a".
  @Test func `all entities come in the order of the file's encoding`() throws {
    let path = scene.directory.file("utf16.sqlite")
    let connection = try WriterConnection.open(DatabaseLocation(path: path))
    try connection.run("PRAGMA encoding = 'UTF-16le'")
    try connection.run("CREATE TABLE untyped (id TEXT PRIMARY KEY NOT NULL, name TEXT)")
    try connection.run("INSERT INTO untyped (id) VALUES ('b'), ('Ā'), ('a')")
    try #require(try connection.firstValue("PRAGMA encoding") == .text("UTF-16le"))
    let database = try Database(path: path)
    let inSQL = try database.rows("SELECT id FROM untyped ORDER BY id").map { $0[0] }
    let store = try EntityStore<Untyped>(database)
    #expect(store.getAll().map { .text($0.typedID.raw) } == inSQL)
    #expect(inSQL.first == .text("Ā"))
  }

  @Test func `refused rows among many do not affect the other rows`() throws {
    let ids = (100..<400).map { "\($0)" }
    try insert(ids)
    let held = try ["100", "163", "164", "399"].map {
      try #require(scene.samples.get(by: .init($0)))
    }
    // Some values have the wrong storage class; others are refused by the conversion.
    try scene.database.execute(
      "UPDATE samples SET whole = 'text' WHERE id IN ('101', '163', '228')"
    )
    try scene.database.execute("UPDATE samples SET flag = 2 WHERE id IN ('102', '399')")
    let refused = ["101", "163", "228", "102", "399"]
    let all = scene.samples.getAll()
    #expect(all.map(\.typedID.raw) == ids.filter { !refused.contains($0) })
    #expect(held.map(\.isUnreadable) == [false, true, false, true])
    #expect(
      held.map { entity in all.contains { $0 === entity } } == [true, false, true, false]
    )
    let reopened = try scene.reopened().getAll()
    #expect(reopened.map(\.typedID.raw) == all.map(\.typedID.raw))
  }

  @Test func `loading an entity computes no initial values`() throws {
    try scene.database.execute("CREATE TABLE counted (id TEXT PRIMARY KEY, number INTEGER)")
    try EntityStore<Counted>(scene.database).add(Counted(id: "1", number: 5))
    #expect(!Counted.initialValues.drain().isEmpty)
    let path = scene.directory.file("samples.sqlite")
    let store = try EntityStore<Counted>(Database(path: path))
    #expect(store.getAll().map(\.number) == [5])
    #expect(Counted.initialValues.drain().isEmpty)
  }
}

@Entity(table: "counted")
final class Counted {
  static let initialValues = Recorder<Int>()
  typealias TypedIdentifierRawValue = String
  let typedID: TypedID
  @GraphStored var number: Int = Counted.next()

  static func next() -> Int {
    initialValues.record(1)
    return 1
  }
}
