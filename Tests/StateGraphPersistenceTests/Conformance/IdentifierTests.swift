import SampleDomains
import StateGraphPersistence
import TestSupport
import Testing

@Entity
final class Meter {
  typealias TypedIdentifierRawValue = Int64
  let typedID: TypedID
  @GraphStored var reading: Int
}

/// Ids are compared by bytes: two ids with different bytes are two entities.
@Suite struct StoreIdentifierTests {
  static let strange = [
    "", " ", "\n", "\t", "0", "00", "0.0", "-0", "1e3", "1000", "NULL", "null", "true", "?", "?1",
    ":id", "@id", "$id", "'", "''", "\"", "\"\"", "`", "]", "[", "\\", "\\0", "%", "_", ";", "--",
    "/*", "a\"; DROP TABLE users; --", "'; DELETE FROM users; --", "a\0", "a\0b", "a", "\0", "\0\0",
    "A", "é", "e\u{301}", "É", "ß", "ss", "ı", "i", "ﬁ", "fi", "Å", "A\u{30a}", "\u{212b}",
    "\u{200b}", "\u{200d}", "\u{feff}", "\u{202e}", "🇩🇪", "👩‍👩‍👧", "\u{10ffff}", "\u{fffd}", "名前",
  ]

  @Test(arguments: StoreKind.allCases)
  func `ids that only look alike are different entities`(kind: StoreKind) throws {
    let scene = try StoreScene(kind)
    let entities = StoreIdentifierTests.strange.map { User(id: $0, name: "\(Array($0.utf8))") }
    scene.users.add(entities)
    #expect(scene.users.count == entities.count)
    for (id, entity) in zip(StoreIdentifierTests.strange, entities) {
      let found = scene.users.get(by: .init(id))
      #expect(found === entity, "\(id.debugDescription)")
      #expect(found?.name == "\(Array(id.utf8))")
      #expect(found.map { Array($0.typedID.raw.utf8) } == Array(id.utf8))
      #expect(scene.users.contains(.init(id)))
    }
    for id in StoreIdentifierTests.strange {
      #expect(scene.users.delete(.init(id)), "\(id.debugDescription)")
    }
    #expect(scene.users.isEmpty)
    #expect(scene.failures.elements.isEmpty)
  }

  @Test(arguments: StoreKind.allCases)
  func `very long ids differ by their last byte`(kind: StoreKind) throws {
    let users = try StoreScene(kind).users
    let long = String(repeating: "x", count: 1_000_000)
    users.add([User(id: long + "a", name: "a"), User(id: long + "b", name: "b")])
    #expect(users.get(by: .init(long + "a"))?.name == "a")
    #expect(users.get(by: .init(long + "b"))?.name == "b")
    #expect(users.get(by: .init(long)) == nil)
  }

  @Test func `strange ids come back from the file as they were`() throws {
    let social = try SocialDatabase()
    social.users.add(StoreIdentifierTests.strange.map { User(id: $0, name: "\(Array($0.utf8))") })
    let again = try Database(path: social.path)
    let users = try EntityStore<User>(again)
    for id in StoreIdentifierTests.strange {
      #expect(users.get(by: .init(id))?.name == "\(Array(id.utf8))", "\(id.debugDescription)")
    }
    #expect(users.getAll().allSatisfy { $0.name == "\(Array($0.typedID.raw.utf8))" })
  }

  @Test(arguments: StoreKind.allCases)
  func `integers are ids, to both ends`(kind: StoreKind) throws {
    let directory = try TemporaryDirectory()
    let database = try Database(path: directory.file("a"))
    try database.execute(
      "CREATE TABLE meters (id INTEGER PRIMARY KEY NOT NULL, reading INTEGER NOT NULL) STRICT"
    )
    let meters = kind == .memory ? EntityStore<Meter>() : try EntityStore<Meter>(database)
    let ids: [Int64] = [.min, .min + 1, -1, 0, 1, 1 << 53, (1 << 53) + 1, .max - 1, .max]
    meters.add(ids.enumerated().map { Meter(id: $1, reading: $0) })
    #expect(meters.count == ids.count)
    for (number, id) in ids.enumerated() {
      #expect(meters.get(by: .init(id))?.reading == number)
    }
    #expect(meters.getAll().map(\.typedID.raw) == ids)
    #expect(meters.delete(.init(.min)))
    #expect(!meters.contains(.init(.min)))
  }
}
