import StateGraphPersistence
import TestSupport
import Testing

/// Rows with values that their properties cannot hold. Another program wrote them into columns
/// without a strict type.
@Suite struct WrongTypeTests {
  let scene: SampleDatabase
  let good = Sample(id: "good", text: "fine")

  init() throws {
    scene = try SampleDatabase()
    scene.samples.add(good)
    scene.samples.add(Sample(id: "s", whole: 1, text: "held"))
  }

  static let wrong: [(column: String, value: String)] = [
    ("whole", "'text'"), ("whole", "1.5"), ("whole", "NULL"), ("whole", "x'00'"),
    ("whole", "9e99"), ("small", "2147483648"), ("small", "-9223372036854775808"), ("flag", "2"),
    ("flag", "'true'"), ("real", "'text'"), ("real", "NULL"), ("real", "x'00'"),
    ("optional_real", "'text'"), ("text", "NULL"), ("text", "x'00'"), ("bytes", "'text'"),
    ("bytes", "NULL"), ("bytes", "1"),
  ]

  @Test(arguments: wrong)
  func `a row that a property cannot hold is left out, and does no harm`(
    column: String,
    value: String
  ) throws {
    try scene.database.execute(.raw("UPDATE samples SET \(column) = \(value) WHERE id = 's'"))
    let samples = try scene.reopened()
    #expect(samples.get(by: "s") == nil)
    #expect(samples.getAll().map(\.typedID.raw) == ["good"])
    #expect(samples.get(by: "good")?.text == "fine")
  }

  @Test(arguments: wrong)
  func `an entity that is held when its row goes wrong keeps its values, and comes back`(
    column: String,
    value: String
  ) throws {
    let held = try #require(scene.samples.get(by: "s"))
    let told = Recorder<String>()
    let subscription = withGraphTracking { held.$text.onChange { told.record($0) } }
    try scene.database.execute(.raw("UPDATE samples SET \(column) = \(value) WHERE id = 's'"))
    #expect(held.whole == 1)
    #expect(held.text == "held")
    #expect(!held.isDeleted)
    #expect(good.text == "fine")
    try scene.database.execute(
      """
      UPDATE samples SET whole = 2, small = 0, flag = 0, real = 0, optional_real = 0, text = 'mended',
        bytes = x'' WHERE id = 's'
      """
    )
    #expect(held.whole == 2)
    #expect(held.text == "mended")
    #expect(told.elements == ["held", "mended"])
    #expect(scene.samples.get(by: "s") === held)
    subscription.cancel()
  }

  /// Counting loads no row, so it cannot leave out the rows that `getAll` cannot load.
  @Test func `count and contains include a row that no entity can represent`() throws {
    try scene.database.execute("INSERT INTO samples (id, whole) VALUES ('bad', 'text')")
    let samples = try scene.reopened()
    #expect(samples.count == samples.getAll().count + 1)
    #expect(samples.contains("bad"))
    #expect(samples.get(by: "bad") == nil)
  }

  @Test(arguments: ["x'00'", "x''", "1", "1.5"])
  func `an id that the type cannot hold is no entity`(id: String) throws {
    try scene.database.execute("CREATE TABLE untyped (id PRIMARY KEY NOT NULL, name TEXT)")
    try scene.database.execute(.raw("INSERT INTO untyped VALUES (\(id), 'x'), ('fine', 'y')"))
    let store = try EntityStore<Untyped>(scene.database)
    #expect(store.getAll().map(\.name) == ["y"])
    try scene.database.execute("UPDATE untyped SET name = 'z'")
    #expect(store.getAll().map(\.name) == ["z"])
    #expect(store.get(by: "1") == nil)
    #expect(store.get(by: "fine")?.name == "z")
  }

  /// Two ids that the column's collation holds for one are one row, and so one entity.
  @Test func `ids that differ in case are one entity where the column says so`() throws {
    try scene.database.execute(
      "CREATE TABLE untyped (id TEXT COLLATE NOCASE PRIMARY KEY NOT NULL, name TEXT)"
    )
    let store = try EntityStore<Untyped>(scene.database)
    let ada = Untyped(id: "ada", name: "1")
    store.add(ada)
    #expect(store.get(by: "ada") === ada)
    #expect(store.get(by: "ADA") === ada)
    let second = Untyped(id: "ADA", name: "2")
    store.add(second)
    #expect(store.count == 1)
    #expect(store.getAll().map(\.name) == ["2"])
    #expect(store.get(by: "ada") === ada && store.get(by: "ADA") === ada)
    #expect(!ada.isDeleted && second.isDeleted)
  }
}

@Entity(table: "untyped")
final class Untyped {
  typealias TypedIdentifierRawValue = String
  let typedID: TypedID
  @GraphStored var name: String?
}
