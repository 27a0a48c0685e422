import TestSupport
import Testing

@testable import StateGraphPersistence

/// The other side of references to entities with keys of several columns.
@Suite struct CompositeRelationshipTests {
  let scene: SaleScene
  let lines: [SaleLine]

  init() throws {
    scene = try SaleScene()
    lines = scene.addSale(1, lines: 2) + scene.addSale(2, lines: 2)
  }

  @Test func `a composite relationship follows commits in key order without SQL`() throws {
    let first = scene.carton(lines[0])
    let ids = Computed { [lines] _ in lines[0].cartons.map(\.id.raw) }
    #expect(ids.wrappedValue == [1])
    let before = scene.database.statementCounter.readCount
    let (second, third) = (scene.carton(lines[0]), scene.carton(lines[1]))
    #expect(ids.wrappedValue == [1, 2])
    third.line = lines[0]
    #expect(ids.wrappedValue == [1, 2, 3])
    second.line = lines[2]
    #expect(ids.wrappedValue == [1, 3])
    scene.cartons.delete(first.id)
    #expect(ids.wrappedValue == [3])
    #expect(scene.database.statementCounter.readCount == before)
  }

  /// The lines 1.1, 1.2 and 2.1 have one column of the key in common with each other.
  @Test func `a row wakes only the owner whose whole key it has`() throws {
    let carton = scene.carton(lines[0])
    let runs = Recorder<Int>()
    let nodes = lines.indices.map { index in
      Computed { [lines] _ in
        runs.record(index)
        return lines[index].cartons.count
      }
    }
    #expect(nodes.map(\.wrappedValue) == [1, 0, 0, 0])
    _ = runs.drain()
    carton.line = lines[3]
    #expect(nodes.map(\.wrappedValue) == [0, 0, 0, 1])
    #expect(runs.drain().sorted() == [0, 3])
    carton.weight = 5
    #expect(nodes.map(\.wrappedValue) == [0, 0, 0, 1])
    #expect(runs.drain() == [])
  }

  @Test func `assigning, appending and removing set the reference`() throws {
    let cartons = (0..<3).map { _ in scene.carton(lines[0]) }
    lines[1].spareCartons = cartons
    #expect(cartons.allSatisfy { $0.spare === lines[1] })
    lines[1].$spareCartons.remove(cartons[1])
    #expect(cartons[1].spare == nil)
    lines[2].spareCartons.append(cartons[1])
    lines[2].$spareCartons.append(Carton(weight: 9, line: lines[0], spare: nil))
    #expect(lines[2].spareCartons.map(\.weight) == [1, 9])
    try scene.database.write {
      lines[2].$spareCartons.append(cartons[0])
      #expect(lines[2].spareCartons.count == 3)
      #expect(lines[1].spareCartons.isIdentical(to: [cartons[2]]))
    }
    lines[2].spareCartons = []
    #expect(cartons.map { $0.spare === lines[1] } == [false, false, true])
    #expect(scene.failures.elements.isEmpty)
  }

  @Test func `removing from a required reference fails, and changes nothing`() throws {
    let carton = scene.carton(lines[0])
    lines[0].$cartons.remove(carton)
    #expect(scene.failures.drain().map(\.code) == [.misuse])
    #expect(lines[0].cartons.isIdentical(to: [carton]))
  }

  @Test func `children that were assigned before the owner has a row are written with it`() throws {
    let carton = scene.carton(lines[0])
    let line = SaleLine(sale: lines[0].sale, place: 9, text: "new")
    line.cartons.append(carton)
    #expect(line.cartons.isIdentical(to: [carton]))
    #expect(carton.line === lines[0])
    scene.lines.add(line)
    #expect(carton.line === line)
    #expect(line.cartons.isIdentical(to: [carton]))
  }

  @Test func `statements that change one column of the key move rows between owners`() throws {
    let cartons = (0..<4).map { scene.carton(lines[$0]) }
    let counts = Computed { [lines] _ in lines.map(\.cartons.count) }
    #expect(counts.wrappedValue == [1, 1, 1, 1])
    try scene.database.execute("UPDATE cartons SET line_place = 1")
    #expect(counts.wrappedValue == [2, 0, 2, 0])
    try scene.database.execute("UPDATE cartons SET sale_id = 1 WHERE id > 2")
    #expect(counts.wrappedValue == [4, 0, 0, 0])
    #expect(cartons.allSatisfy { $0.line === lines[0] })
  }

  @Test func `a composite relationship follows commits of another database`() throws {
    let other = try Database(path: scene.directory.file("sales.sqlite"))
    let counts = Computed { [lines] _ in lines.map(\.cartons.count) }
    #expect(counts.wrappedValue == [0, 0, 0, 0])
    try other.execute("INSERT INTO cartons (weight, sale_id, line_place) VALUES (1, 2, 1)")
    try scene.database.write {}
    #expect(counts.wrappedValue == [0, 0, 1, 0])
  }

  // MARK: Loading for many

  @Test func `prefetch loads references and relationships with one SELECT each`() throws {
    for index in 0..<40 { _ = scene.carton(lines[index % 4], spare: lines[(index + 1) % 4]) }
    let path = scene.directory.file("sales.sqlite")
    let database = try Database(path: path)
    let stored = try EntityStore<SaleLine>(database)
    let cartons = try EntityStore<Carton>(database).getAll()
    var before = database.statementCounter.readCount
    try cartons.prefetch(.one(\.line), .one(\.spare))
    #expect(database.statementCounter.readCount == before + 1)
    before = database.statementCounter.readCount
    #expect(cartons.allSatisfy { !$0.line.isDeleted && $0.spare != nil })
    #expect(database.statementCounter.readCount == before)
    let lines = stored.getAll()
    before = database.statementCounter.readCount
    try lines.prefetch(.many(\.$cartons))
    #expect(database.statementCounter.readCount == before + 1)
    before = database.statementCounter.readCount
    #expect(lines.map(\.cartons.count) == [10, 10, 10, 10])
    #expect(database.statementCounter.readCount == before)
  }

  @Test func `prefetch takes more keys than one condition holds`() throws {
    let many = scene.addSale(3, lines: 300)
    for line in many { _ = scene.carton(line) }
    let database = try Database(path: scene.directory.file("sales.sqlite"))
    let cartons = try EntityStore<Carton>(database).getAll()
    try cartons.prefetch(.one(\.line))
    let lines = try EntityStore<SaleLine>(database).getAll()
    try lines.prefetch(.many(\.$cartons))
    let before = database.statementCounter.readCount
    #expect(lines.map(\.cartons.count).reduce(0, +) == 300)
    #expect(database.statementCounter.readCount == before)
  }
}
