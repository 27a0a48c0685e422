import TestSupport
import Testing

@testable import StateGraphPersistence

/// Properties that refer to entities with keys of several columns.
@Suite struct CompositeReferenceTests {
  let scene: SaleScene
  let lines: [SaleLine]

  init() throws {
    scene = try SaleScene()
    lines = scene.addSale(1, lines: 2) + scene.addSale(2, lines: 2)
  }

  @Test func `a composite reference is stored in its columns, and read by another program`() throws
  {
    let carton = scene.carton(lines[1], spare: lines[2])
    #expect(carton.line === lines[1])
    #expect(carton.spare === lines[2])
    #expect(try scene.columns(of: carton) == [.integer(1), .integer(2), .integer(2), .integer(1)])
    let other = try Database(path: scene.directory.file("sales.sqlite"))
    let read = try #require(try EntityStore<Carton>(other).get(by: carton.id))
    #expect(read.line.text == "1.2")
    #expect(read.spare?.text == "2.1")
  }

  @Test func `a set is one UPDATE of all its columns`() throws {
    let carton = scene.carton(lines[0])
    let before = scene.database.statementCounts
    carton.line = lines[3]
    #expect((scene.database.statementCounts - before).writes == 1)
    #expect(carton.line === lines[3])
    #expect(try scene.columns(of: carton) == [.integer(2), .integer(2), .null, .null])
  }

  @Test func `a set of the same entity writes nothing`() throws {
    let carton = scene.carton(lines[0], spare: lines[1])
    let before = scene.database.statementCounts
    carton.line = lines[0]
    carton.spare = lines[1]
    try scene.database.write { carton.line = lines[0] }
    #expect((scene.database.statementCounts - before).writes == 0)
  }

  @Test func `sets in one write are one UPDATE, seen inside the write at once`() throws {
    let carton = scene.carton(lines[0])
    let before = scene.database.statementCounts
    try scene.database.write {
      carton.line = lines[3]
      carton.weight = 9
      #expect(carton.line === lines[3])
      carton.spare = lines[1]
      #expect(carton.spare === lines[1])
    }
    #expect((scene.database.statementCounts - before).writes == 1)
    #expect(try scene.columns(of: carton) == [2, 2, 1, 2].map { .integer($0) })
  }

  @Test func `nil is NULL in all columns that it has alone`() throws {
    let carton = scene.carton(lines[0], spare: lines[3])
    carton.spare = nil
    #expect(carton.spare == nil)
    #expect(try scene.columns(of: carton) == [.integer(1), .integer(1), .null, .null])
  }

  @Test func `before it is added, an entity keeps the object`() {
    let carton = Carton(weight: 1, line: lines[0], spare: lines[1])
    #expect(carton.line === lines[0])
    #expect(carton.spare === lines[1])
    carton.line = lines[2]
    carton.spare = nil
    #expect(carton.line === lines[2])
    #expect(carton.spare == nil)
    scene.cartons.add(carton)
    #expect(carton.line === lines[2])
    #expect(scene.failures.elements.isEmpty)
  }

  @Test func `a write that is undone leaves the reference as it was`() throws {
    struct Undone: Error {}
    let carton = scene.carton(lines[0])
    let new = Carton(weight: 2, line: lines[1], spare: lines[2])
    #expect(throws: Undone.self) {
      try scene.database.write {
        carton.line = lines[3]
        scene.cartons.add(new)
        throw Undone()
      }
    }
    #expect(carton.line === lines[0])
    #expect(new.line === lines[1])
    new.spare = nil
    scene.cartons.add(new)
    #expect(new.spare == nil)
    #expect(try scene.columns(of: new) == [.integer(1), .integer(2), .null, .null])
  }

  @Test func `a handler is called for a change of each column, and once for both`() throws {
    let carton = scene.carton(lines[0])
    let seen = Recorder<String>()
    let subscription = withGraphTracking { carton.$line.onChange { seen.record($0.text) } }
    try scene.database.execute("UPDATE cartons SET line_place = 2")
    try scene.database.execute("UPDATE cartons SET sale_id = 2")
    carton.line = lines[0]
    carton.weight += 1
    #expect(seen.elements == ["1.1", "1.2", "2.2", "1.1"])
    subscription.cancel()
  }

  @Test func `a computed value of the property follows either column`() throws {
    let carton = scene.carton(lines[0])
    let text = Computed { _ in carton.line.text }
    #expect(text.wrappedValue == "1.1")
    try scene.database.execute("UPDATE cartons SET line_place = 2")
    #expect(text.wrappedValue == "1.2")
    try scene.database.execute("UPDATE cartons SET sale_id = 2")
    #expect(text.wrappedValue == "2.2")
    let node = Computed { _ in carton.$line.wrappedValue.place }
    #expect(node.wrappedValue == 2)
    carton.$line.wrappedValue = lines[0]
    #expect(node.wrappedValue == 1)
    #expect(text.wrappedValue == "1.1")
  }

  @Test func `a computed value that reads another property does not run again`() {
    let carton = scene.carton(lines[0])
    let runs = Recorder<Int>()
    let weight = Computed { _ in
      runs.record(1)
      return carton.weight
    }
    #expect(weight.wrappedValue == 1)
    carton.line = lines[3]
    #expect(weight.wrappedValue == 1)
    #expect(runs.elements.count == 1)
  }

  // MARK: Rows of other programs

  @Test func `a partly NULL reference is nil, and the row is readable`() throws {
    let carton = scene.carton(lines[0], spare: lines[3])
    try scene.database.execute("UPDATE cartons SET spare_place = NULL")
    #expect(carton.spare == nil)
    #expect(!carton.isUnreadable)
    #expect(lines[3].spareCartons.isEmpty)
    carton.spare = nil
    #expect(try scene.columns(of: carton) == [.integer(1), .integer(1), .null, .null])
  }

  @Test func `a missing row is a deleted entity, or nil`() throws {
    let unchecked: SQL = """
      CREATE TABLE cartons (
        id INTEGER PRIMARY KEY, weight INTEGER NOT NULL, sale_id INTEGER NOT NULL,
        line_place INTEGER NOT NULL, spare_sale_id INTEGER, spare_place INTEGER
      ) STRICT
      """
    let scene = try SaleScene(tables: [unchecked])
    let line = scene.addSale(1, lines: 1)[0]
    let carton = scene.carton(line, spare: line)
    try scene.database.execute("UPDATE cartons SET line_place = 7, spare_place = 7")
    let isMissing = Computed { _ in carton.line.isDeleted && carton.spare == nil }
    #expect(isMissing.wrappedValue)
    #expect(carton.line.typedID.raw == CompositeKey(1, 7))
    let seventh = SaleLine(sale: line.sale, place: 7, text: "new")
    scene.lines.add(seventh)
    #expect(!isMissing.wrappedValue)
    #expect(carton.line === seventh)
    #expect(carton.spare === seventh)
  }

  @Test func `a row whose key another statement changes takes its references along`() throws {
    let cascading: SQL = """
      CREATE TABLE cartons (
        id INTEGER PRIMARY KEY, weight INTEGER NOT NULL, sale_id INTEGER NOT NULL,
        line_place INTEGER NOT NULL, spare_sale_id INTEGER, spare_place INTEGER,
        FOREIGN KEY (line_place, sale_id) REFERENCES sale_lines (place, sale_id) ON UPDATE CASCADE,
        FOREIGN KEY (spare_sale_id, spare_place) REFERENCES sale_lines (sale_id, place)
          ON DELETE SET NULL
      ) STRICT
      """
    let scene = try SaleScene(tables: [cascading])
    let line = scene.addSale(1, lines: 1)[0]
    let carton = scene.carton(line)
    let place = Computed { _ in carton.line.place }
    #expect(place.wrappedValue == 1)
    #expect(line.cartons.count == 1)
    try scene.database.execute("UPDATE sale_lines SET place = 5")
    #expect(place.wrappedValue == 5)
    #expect(line.isDeleted)
    #expect(carton.line !== line)
    #expect(carton.line.cartons.first === carton)
  }

  @Test func `a deleted row sets an optional reference to nil as the table says`() throws {
    let carton = scene.carton(lines[0], spare: lines[3])
    let spare = Computed { _ in carton.spare?.text }
    #expect(spare.wrappedValue == "2.2")
    scene.lines.delete(lines[3].id)
    #expect(spare.wrappedValue == nil)
    #expect(try scene.columns(of: carton) == [.integer(1), .integer(1), .null, .null])
  }

  // MARK: Failures

  @Test func `an added entity that refers to no row is refused, with the table and the columns`()
    throws
  {
    let stranger = SaleLine(sale: lines[0].sale, place: 77, text: "secret")
    let error = #expect(throws: DatabaseError.self) {
      try scene.cartons.insert(Carton(weight: 1, line: stranger, spare: nil))
    }
    #expect(error?.code == .constraint)
    let message = try #require(error?.message)
    #expect(message.contains("sale_lines has no row for the key in cartons.sale_id, line_place"))
    #expect(message.contains("line of an added entity"))
    #expect(!message.contains("77") && !message.contains("secret"))
  }

  @Test func `a set that refers to no row is refused, with the table and the columns`() throws {
    let carton = scene.carton(lines[0])
    carton.spare = SaleLine(sale: lines[0].sale, place: 77, text: "secret")
    let error = try #require(scene.failures.drain().first)
    #expect(error.code == .constraint)
    #expect(error.message.contains("spare of a changed entity"))
    let place = "sale_lines has no row for the key in cartons.spare_sale_id, spare_place"
    #expect(error.message.contains(place))
    #expect(!error.message.contains("77"))
    #expect(carton.spare == nil)
  }

  @Test func `an entity of another database is refused, and nothing is written`() throws {
    let there = try SaleScene()
    let foreign = there.addSale(1, lines: 1)[0]
    let carton = scene.carton(lines[0])
    let before = scene.database.statementCounts
    carton.line = foreign
    #expect(scene.failures.drain().map(\.code) == [.misuse])
    #expect((scene.database.statementCounts - before).writes == 0)
    #expect(throws: DatabaseError.self) {
      try scene.cartons.insert(Carton(weight: 1, line: foreign, spare: nil))
    }
    #expect(throws: DatabaseError.self) {
      try scene.cartons.query.where { $0.line == foreign }.fetch()
    }
    foreign.cartons.append(carton)
    #expect(there.failures.drain().map(\.code) == [.misuse])
    #expect(carton.line === lines[0])
  }

  @Test func `a set after the row was deleted fails`() throws {
    let carton = scene.carton(lines[0])
    scene.cartons.delete(carton.id)
    carton.line = lines[1]
    #expect(scene.failures.drain().map(\.code) == [.deletedEntity])
    #expect(carton.line === lines[0])
  }

  // MARK: Many rows

  /// More rows than one write defers, and a trigger that makes SQLite run each UPDATE before the
  /// next read.
  @Test(arguments: [false, true])
  func `the columns of one reference are never written apart`(hasTrigger: Bool) throws {
    if hasTrigger {
      try scene.database.execute(
        "CREATE TRIGGER t AFTER UPDATE ON cartons BEGIN UPDATE sales SET customer = 'x'; END"
      )
    }
    let cartons = (0..<1_030).map { Carton(weight: $0, line: lines[0], spare: nil) }
    scene.cartons.add(cartons)
    // The lines 1.2 and 2.1 do not exist, so a row with one new column only is refused.
    scene.lines.delete(lines[1].id)
    scene.lines.delete(lines[2].id)
    try scene.database.write {
      for carton in cartons {
        carton.line = lines[3]
        carton.spare = lines[0]
        carton.spare = lines[3]
      }
    }
    #expect(scene.failures.elements.isEmpty)
    #expect(lines[3].cartons.count == 1_030)
    #expect(lines[3].spareCartons.count == 1_030)
  }

  @Test func `another thread never sees columns of two commits`() async throws {
    let lines = lines
    let carton = scene.carton(lines[0])
    scene.lines.delete(lines[1].id)
    scene.lines.delete(lines[2].id)
    let torn = Recorder<String>()
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        for step in 0..<2_000 { carton.line = step % 2 == 0 ? lines[3] : lines[0] }
      }
      group.addTask {
        for _ in 0..<20_000 where carton.line.isDeleted { torn.record("\(carton)") }
      }
    }
    #expect(torn.elements == [])
  }

  @Test func `a composite reference is printed by its key`() {
    let carton = scene.carton(lines[1])
    #expect("\(carton)" == "Carton(1, weight: 1, line: SaleLine(1, 2), spare: nil)")
    let new = Carton(weight: 1, line: lines[0], spare: lines[1])
    #expect("\(new)" == "Carton(weight: 1, line: SaleLine(1, 1), spare: SaleLine(1, 2))")
  }

  @Test func `a store in memory keeps the objects`() throws {
    let store = EntityStore<Carton>()
    let carton = Carton(weight: 1, line: lines[0], spare: nil)
    store.add(carton)
    carton.spare = lines[1]
    #expect(carton.line === lines[0])
    #expect(try store.query.where { $0.spare == lines[1] }.fetch().count == 1)
    #expect(try store.query.where { $0.spare == nil }.fetch().isEmpty)
    #expect(try store.query.where { $0.line.text == "1.1" }.fetch().count == 1)
  }
}
