import TestSupport
import Testing

@testable import StateGraphPersistence

/// Random histories of rows with references by several columns. After each step, every live result
/// equals a fresh SELECT.
@Suite struct CompositeHistoryTests {
  @Test(arguments: TestSeed.seeds(3, from: 41))
  func `live results equal fresh ones after every commit`(seed: UInt64) throws {
    let history = try CompositeHistory(seed: seed)
    for step in 0..<250 {
      try history.perform(step)
      let differences = try history.differences()
      try #require(differences == [], "seed \(seed), step \(step)")
    }
    #expect(DatabaseGraph.of(history.scene.database).reads.count(.inconsistent) == 0)
    #expect(history.scene.failures.elements.allSatisfy { $0.code == .constraint })
  }
}

/// A database with live results over references by several columns, and random changes of it.
private final class CompositeHistory {
  let scene: SaleScene
  private let other: Database
  private var random: SeededRandom
  private var live: [(name: String, found: () -> [SQLiteValue], sql: SQL)] = []

  init(seed: UInt64) throws {
    // Foreign keys are not checked, so that references may lead nowhere. Keys may change.
    scene = try SaleScene(tables: [
      """
      CREATE TABLE sale_lines (
        sale_id INTEGER NOT NULL, place INTEGER NOT NULL, text TEXT NOT NULL,
        PRIMARY KEY (sale_id, place)
      ) STRICT
      """,
      """
      CREATE TABLE cartons (
        id INTEGER PRIMARY KEY, weight INTEGER NOT NULL, sale_id INTEGER NOT NULL,
        line_place INTEGER NOT NULL, spare_sale_id INTEGER, spare_place INTEGER
      ) STRICT
      """,
    ])
    other = try Database(path: scene.directory.file("sales.sqlite"))
    random = SeededRandom(seed: seed)
    for sale in 1...3 { scene.addSale(sale, lines: 3) }
    for _ in 0..<20 {
      let (line, spare) = (try randomLine(), try randomLine())
      _ = scene.carton(line, spare: spare)
    }
    watch()
  }

  private func watch() {
    for line in scene.lines.getAll() {
      let key = line.typedID.raw.parts
      let node = Computed { [lines = scene.lines] _ in
        // A row that was moved here has another object.
        lines.get(by: line.typedID)?.spareCartons.map(\.id.raw) ?? []
      }
      live.append(
        (
          "spareCartons of \(key)", { node.wrappedValue.map { .integer(Int64($0)) } },
          """
          SELECT id FROM cartons WHERE spare_sale_id = \(Int64(key.0)) AND spare_place = \(Int64(key.1))
            AND EXISTS (SELECT 1 FROM sale_lines
              WHERE sale_id = \(Int64(key.0)) AND place = \(Int64(key.1)))
          ORDER BY id
          """
        )
      )
    }
    watch(
      "line.text",
      "LEFT JOIN sale_lines l ON (l.sale_id, l.place) = (p.sale_id, line_place) WHERE l.text = 'x'"
    ) {
      $0.line.text == "x"
    }
    watch("spare == nil", "WHERE spare_sale_id IS NULL OR spare_place IS NULL") { $0.spare == nil }
    watch(
      "line == spare",
      "WHERE p.sale_id = spare_sale_id AND line_place = spare_place"
    ) { $0.line == $0.spare }
    watch(
      "spare.sale",
      """
      LEFT JOIN sale_lines l ON (l.sale_id, l.place) = (spare_sale_id, spare_place)
      LEFT JOIN sales s ON s.id = l.sale_id WHERE s.customer = 'y'
      """
    ) { $0.spare.sale.customer == "y" }
    let busy = scene.lines.query.where { $0.cartons.count > 2 }.live
    live.append(
      (
        "busy lines",
        { busy.wrappedValue.map { .integer(Int64($0.sale.id.raw * 100 + $0.place)) } },
        """
        SELECT sale_id * 100 + place FROM sale_lines l WHERE (SELECT count(*) FROM cartons p
          WHERE p.sale_id = l.sale_id AND p.line_place = l.place) > 2 ORDER BY sale_id, place
        """
      )
    )
    let texts = Computed { [scene] _ in
      scene.cartons.getAll().map { $0.line.isDeleted ? "-" : $0.line.text }
    }
    live.append(
      (
        "texts", { texts.wrappedValue.map { .text($0) } },
        """
        SELECT coalesce(l.text, '-') FROM cartons p
        LEFT JOIN sale_lines l ON (l.sale_id, l.place) = (p.sale_id, line_place) ORDER BY id
        """
      )
    )
  }

  private func watch(
    _ name: String,
    _ rest: StaticString,
    _ condition: (QueryRow<Carton>) -> QueryCondition
  ) {
    let node = scene.cartons.query.where(condition).live
    live.append(
      (
        name, { node.wrappedValue.map { .integer(Int64($0.id.raw)) } },
        "SELECT p.id FROM cartons p \(SQL(text: "\(rest)")) ORDER BY p.id"
      )
    )
  }

  /// The names of the live results that differ from a fresh SELECT.
  func differences() throws -> [String] {
    try live.compactMap { name, found, sql in
      let fresh = try scene.database.rows(sql).map { $0[0] }
      let now = found()
      return now == fresh ? nil : "\(name): \(now), not \(fresh)"
    }
  }

  // MARK: Changes

  func perform(_ step: Int) throws {
    switch Int.random(in: 0..<12, using: &random) {
    case 0...2: try setLine()
    case 3: try setSpare(to: nil)
    case 4: try setSpare(to: randomLine())
    case 5:
      try write(
        scene.database,
        "UPDATE cartons SET line_place = \(place()) WHERE id = \(cartonID())"
      )
    case 6:
      try write(scene.database, "UPDATE cartons SET spare_place = NULL WHERE id = \(cartonID())")
    case 7:
      try write(other, "UPDATE cartons SET spare_sale_id = \(sale()) WHERE id = \(cartonID())")
    case 8: try moveLine()
    case 9:
      let text = step % 2 == 0 ? "x" : "z"
      try write(other, "UPDATE sale_lines SET text = \(text) WHERE place = \(place())")
    case 10: try write(scene.database, "UPDATE sales SET customer = \(step % 2 == 0 ? "y" : "n")")
    default: try replaceCarton()
    }
  }

  private func setLine() throws {
    let (carton, line) = (randomCarton(), try randomLine())
    carton?.line = line
  }

  private func setSpare(to line: SaleLine?) throws {
    let cartons = (0..<3).compactMap { _ in randomCarton() }
    try scene.database.write {
      for carton in cartons { carton.spare = line }
      if let line, let carton = cartons.first { line.$spareCartons.remove(carton) }
    }
  }

  /// Changes the key of a line, or inserts and deletes lines.
  private func moveLine() throws {
    let (place, new, sale) = (place(), place(), sale())
    try write(
      scene.database,
      "UPDATE OR IGNORE sale_lines SET place = \(new) WHERE place = \(place) AND sale_id = \(sale)"
    )
    try write(
      other,
      "INSERT OR IGNORE INTO sale_lines VALUES (\(sale), \(place), 'x')"
    )
  }

  private func replaceCarton() throws {
    if let carton = randomCarton() { scene.cartons.delete(carton.id) }
    let (line, spare) = (try randomLine(), try randomLine())
    _ = scene.carton(line, spare: spare)
  }

  private func write(_ database: Database, _ sql: SQL) throws {
    try database.execute(sql)
    // Reads the commits of the other process.
    try scene.database.write {}
  }

  private func randomLine() throws -> SaleLine {
    try #require(scene.lines.getAll().randomElement(using: &random))
  }
  private func randomCarton() -> Carton? { scene.cartons.getAll().randomElement(using: &random) }
  private func cartonID() -> Int64 { Int64.random(in: 1...24, using: &random) }
  private func sale() -> Int64 { Int64.random(in: 1...3, using: &random) }
  private func place() -> Int64 { Int64.random(in: 1...4, using: &random) }
}
