import TestSupport
import Testing

@testable import StateGraphPersistence

/// Queries over references to entities with keys of several columns.
@Suite struct CompositeQueryTests {
  let scene: SaleScene
  let lines: [SaleLine]

  init() throws {
    scene = try SaleScene()
    lines = scene.addSale(1, lines: 2) + scene.addSale(2, lines: 2)
    for (line, spare) in [(0, 1), (1, nil), (2, 2), (3, 0)] as [(Int, Int?)] {
      _ = scene.carton(lines[line], spare: spare.map { lines[$0] })
    }
  }

  private func ids(
    _ condition: @escaping (QueryRow<Carton>) -> QueryCondition
  ) throws -> [Int] {
    let query = scene.cartons.query.where(condition)
    let found = try query.fetch()
    // A store in memory has the same objects.
    let memory = EntityStore<Carton>()
    for carton in scene.cartons.getAll() { memory.add(carton) }
    let inMemory = try memory.query.where(condition).fetch()
    #expect(inMemory.map(\.id.raw) == found.map(\.id.raw))
    return found.map(\.id.raw)
  }

  @Test func `a reference is compared by all columns of the key`() throws {
    let lines = lines
    #expect(try ids { $0.line == lines[1] } == [2])
    #expect(try ids { $0.line != lines[1] } == [1, 3, 4])
    #expect(try ids { $0.spare == lines[2] } == [3])
    #expect(try ids { $0.spare != lines[2] } == [1, 2, 4])
    #expect(try ids { $0.line.in([lines[0], lines[3]]) } == [1, 4])
    #expect(try ids { $0.line.id == lines[2].typedID } == [3])
    #expect(try ids { $0.line.id > lines[1].typedID } == [3, 4])
  }

  @Test func `nil is a reference with a NULL in any column`() throws {
    #expect(try ids { $0.spare == nil } == [2])
    #expect(try ids { $0.spare != nil } == [1, 3, 4])
    try scene.database.execute("UPDATE cartons SET spare_place = NULL WHERE id = 4")
    #expect(try scene.cartons.query.where { $0.spare == nil }.fetch().map(\.id.raw) == [2, 4])
    #expect(try scene.cartons.query.where { $0.spare != nil }.fetch().map(\.id.raw) == [1, 3])
  }

  @Test func `two references of a row are compared`() throws {
    #expect(try ids { $0.line == $0.spare } == [3])
    #expect(try ids { $0.line != $0.spare } == [1, 2, 4])
  }

  @Test func `properties of the referenced row are read by a join`() throws {
    #expect(try ids { $0.line.text == "2.1" } == [3])
    #expect(try ids { $0.spare.sale.customer == "c1" } == [1, 4])
    #expect(try ids { $0.line.text < $0.spare.text } == [1])
    let ordered = scene.cartons.query.order { $0.spare.text.descending }
    #expect(try ordered.fetch().map(\.id.raw) == [3, 1, 4, 2])
  }

  @Test func `a condition looks at the rows of a relationship`() throws {
    let query = scene.lines.query
    #expect(try query.where { $0.spareCartons.isEmpty }.fetch().map(\.text) == ["2.2"])
    #expect(try query.where { $0.cartons.exists { $0.weight == 1 } }.fetch().count == 4)
    #expect(
      try query.where { $0[inverse: \Carton.spare].count == 0 }.fetch().map(\.text) == ["2.2"]
    )
  }

  @Test func `a reference is found by its index`() throws {
    let line = lines[0]
    let plan = try scene.cartons.query.where { $0.line == line }.plan
    #expect(plan.usesIndex && plan.scans.isEmpty, "\(plan)")
    let joined = try scene.lines.query.where { $0.cartons.exists }.plan
    #expect(!joined.description.contains("SCAN cartons"), "\(joined)")
  }

  @Test func `live results follow the rows on both sides`() throws {
    let lines = lines
    let byReference = scene.cartons.query.where { $0.line == lines[0] }.live
    let byJoin = scene.cartons.query.where { $0.line.text == "x" }.live
    let byChildren = scene.lines.query.where { $0.spareCartons.count > 1 }.live
    #expect(byReference.wrappedValue.map(\.id.raw) == [1])
    #expect(byJoin.wrappedValue.isEmpty)
    #expect(byChildren.wrappedValue.isEmpty)
    lines[3].text = "x"
    #expect(byJoin.wrappedValue.map(\.id.raw) == [4])
    scene.cartons.getAll()[3].line = lines[0]
    #expect(byReference.wrappedValue.map(\.id.raw) == [1, 4])
    #expect(byJoin.wrappedValue.isEmpty)
    scene.cartons.getAll()[1].spare = lines[2]
    #expect(byChildren.wrappedValue.map(\.text) == ["2.1"])
    #expect(DatabaseGraph.of(scene.database).reads.count(.inconsistent) == 0)
  }
}
