import Foundation
import TestSupport
import Testing

@testable import StateGraphPersistence

/// Every type that a column can have, through a file and back into another object.
@Suite struct ColumnTypeTests {
  let scene: SampleScene

  init() throws {
    scene = try SampleScene()
  }

  @Test func `every type has its column type, and is NULL only where it is optional`() throws {
    let columns = try scene.database.rows(
      "SELECT name, type, \"notnull\" FROM pragma_table_info('samples')"
    ).map { "\($0[0].text) \($0[1].text) \($0[2] == .integer(1))" }
    #expect(
      columns == [
        "id INTEGER true", "flag INTEGER true", "int INTEGER true", "int8 INTEGER true",
        "int16 INTEGER true", "int32 INTEGER true", "int64 INTEGER true", "uint INTEGER true",
        "uint8 INTEGER true", "uint16 INTEGER true", "uint32 INTEGER true", "uint64 INTEGER true",
        "float REAL true", "double REAL true", "text TEXT true", "data BLOB true",
        "bytes BLOB true", "date TEXT true", "uuid TEXT true", "url TEXT true",
        "decimal TEXT true", "status TEXT true", "priority INTEGER true", "tags TEXT true",
        "settings TEXT true", "price INTEGER true", "maybe_flag INTEGER false",
        "maybe_int INTEGER false", "maybe_double REAL false", "maybe_text TEXT false",
        "maybe_date TEXT false", "maybe_uuid TEXT false", "maybe_status TEXT false",
        "maybe_settings TEXT false", "maybe_price INTEGER false",
      ]
    )
  }

  @Test func `a stored value, also an extreme one, is read back by another object`() throws {
    let cases = RoundTrip.all
    for (id, trip) in cases.enumerated() {
      let sample = Everything(id: id)
      try scene.samples.insert(sample)
      trip.set(sample)
      #expect(trip.matches(sample), "\(trip.name) in memory")
    }
    #expect(scene.failures.elements.isEmpty)
    try scene.database.close()
    let reopened = try SampleScene(of: scene.directory)
    for (id, trip) in cases.enumerated() {
      let sample = try #require(reopened.samples.get(by: .init(id)), "\(trip.name)")
      #expect(trip.matches(sample), "\(trip.name) from the file")
      let type = try reopened.database.rows(
        "SELECT typeof(\(column: trip.column)) FROM samples WHERE id = \(id)"
      )
      #expect(type.first?[0] == .text(trip.storage), "\(trip.name)")
    }
  }

  @Test(arguments: Refusal.all)
  func `a value that would not be read back unchanged is an error, and not written`(
    refusal: Refusal
  ) throws {
    let sample = Everything(id: 1)
    scene.samples.add(sample)
    let before = try scene.database.rows("SELECT * FROM samples").map(\.values)
    refusal.set(sample)
    #expect(scene.failures.elements.map(\.code) == [.typeMismatch])
    #expect(try scene.database.rows("SELECT * FROM samples").map(\.values) == before)
  }

  @Test(arguments: Refusal.all)
  func `an entity with a value that cannot be stored is not added`(refusal: Refusal) throws {
    let sample = Everything(id: 1)
    refusal.set(sample)
    #expect(throws: DatabaseError.self) { try scene.samples.insert(sample) }
    #expect(scene.samples.isEmpty)
  }

  @Test func `a conversion's error is the cause of the reported failure`() throws {
    let sample = Everything(id: 1)
    scene.samples.add(sample)
    sample.price = Money(cents: -1)
    #expect(scene.failures.elements.first?.cause is Cents.Negative)
  }

  @Test func `an equal value of a conversion writes nothing`() throws {
    let sample = Everything(id: 1)
    scene.samples.add(sample)
    sample.settings = Settings(name: "a", sizes: [3, 1])
    let before = scene.database.statementCounter.writeCount
    sample.settings = Settings(name: "a", sizes: [3, 1])
    #expect(scene.database.statementCounter.writeCount == before)
  }

  @Test func `a value that is changed in place is written`() throws {
    let sample = Everything(id: 1)
    scene.samples.add(sample)
    sample.tags.append("new")
    #expect(try scene.database.rows("SELECT tags FROM samples").first?[0] == .text(#"["new"]"#))
  }

  @Test func `a node of a conversion notifies its observers`() throws {
    let sample = Everything(id: 1)
    scene.samples.add(sample)
    let seen = Recorder<[String]>()
    let subscription = withGraphTracking { sample.$tags.onChange { seen.record($0) } }
    try scene.database.execute("UPDATE samples SET tags = '[\"sql\"]'")
    sample.$tags.wrappedValue.append("node")
    subscription.cancel()
    #expect(seen.elements == [[], ["sql"], ["sql", "node"]])
  }

  @Test func `every type has a placeholder for a missing row`() {
    enum Size: Int, Codable { case small = 1, large }
    enum Plain: String, Bindable { case only }
    struct Nested: Codable, Equatable {
      var size: Size
      var at: Date
      var id: UUID
      var names: [String: Int]
      var next: [Nested]
      var maybe: Int?
    }
    #expect(Status.placeholder == .draft)
    #expect(Priority.placeholder == .low)
    #expect(Plain.placeholder == .only)
    #expect(JSONColumnConversion<[String]>.placeholder == [])
    #expect(JSONColumnConversion<Nested>.placeholder.size == .small)
    #expect(JSONColumnConversion<Nested>.placeholder.next == [])
    #expect(JSONColumnConversion<Settings>.placeholder == Settings(name: "", sizes: []))
    #expect(Cents.placeholder == Money(cents: 0))
  }

  @Test(arguments: [
    "status = 'gone'", "priority = 3", "uuid = '00000000-0000-0000-0000-00000000000A'",
    "date = '2026-02-30'", "decimal = '1-2'", "int8 = 128", "flag = 2", "tags = '{}'",
    "tags = 'nonsense'", "url = ''",
  ])
  func `a row that the properties cannot represent has no entity`(change: String) throws {
    scene.samples.add(Everything(id: 1))
    try scene.database.execute(.raw("UPDATE samples SET \(change)"))
    try scene.database.close()
    let reopened = try SampleScene(of: scene.directory)
    #expect(reopened.samples.get(by: 1) == nil)
  }
}

extension SQLiteValue {
  fileprivate var text: String { if case .text(let text) = self { text } else { "?" } }
}
