import StateGraphLive
import TestSupport
import Testing

@testable import StateGraphPersistence
@testable import StateGraphSQLite

@Suite struct RowRoutingTests {
  /// The condition of one query, as an expression and as routes.
  private struct Sample {
    let expression: QueryExpression
    let routes: [RowRoute]
    var rows: [SQLiteValue: RowImage]
  }

  @Test(arguments: SpecimenTable.allCases)
  func `a query receives every changed row that it had or has`(table: SpecimenTable) throws {
    let seed = TestSeed.current
    var random = SeededRandom(seed: seed)
    let scene = try SpecimenScene(table, rowCount: 80, &random)
    var router = Router()
    var samples = try samples(50, of: scene, random)
    for (slot, sample) in samples.enumerated() {
      for route in sample.routes { router.insert(slot, for: route, in: scene.schema) }
    }
    var before = scene.images
    var routedCount = 0
    for round in 0..<40 {
      // A strict table refuses some values.
      _ = try? scene.database.execute(change(scene, &random))
      let after = try scene.currentImages()
      var received: Set<[SQLiteValue]> = []
      router.route(
        changeSet(before, after),
        to: { slot, row in received.insert([.integer(Int64(slot)), row.key.first]) },
        reset: { _ in }
      )
      routedCount += received.count
      for slot in samples.indices {
        let selected = try scene.selected(samples[slot].expression)
        let rows = after.filter { selected.contains($0.key) }
        for key in Set(rows.keys).union(samples[slot].rows.keys)
        where !isIdentical(rows[key], samples[slot].rows[key]) {
          guard !received.contains([.integer(Int64(slot)), key]) else { continue }
          Issue.record("seed \(seed), round \(round): \(samples[slot].expression)")
          return
        }
        samples[slot].rows = rows
      }
      before = after
    }
    #expect(routedCount > 40, "seed \(seed)")
  }

  private func samples(
    _ count: Int,
    of scene: SpecimenScene,
    _ random: SeededRandom
  ) throws -> [Sample] {
    var expressions = RandomExpression(random: random, accepts: scene.compiles)
    var samples: [Sample] = []
    while samples.count < count {
      let expression = expressions.make(depth: samples.count % 4)
      guard let condition = RowCondition(expression, over: scene.columns) else { continue }
      let routes = RowRoute.routes(
        for: condition,
        in: scene.schema,
        watching: scene.schema.columns.map(\.name)
      )
      let selected = try scene.selected(expression)
      let rows = scene.images.filter { selected.contains($0.key) }
      samples.append(
        Sample(expression: expression, routes: routes, rows: rows)
      )
    }
    return samples
  }

  private func change(_ scene: SpecimenScene, _ random: inout SeededRandom) -> SQL {
    let id = Int.random(in: 0..<80, using: &random)
    let names = scene.schema.columns.filter { $0.generation == .none }.map(\.name).dropFirst()
    let name = names.randomElement(using: &random) ?? "text"
    let value = Specimen.values.randomElement(using: &random) ?? .null
    switch Int.random(in: 0..<6, using: &random) {
    case 0: return "DELETE FROM specimens WHERE id = \(id)"
    case 1: return "UPDATE specimens SET id = 1000 + id WHERE id = \(id)"
    case 2:
      return "UPDATE OR IGNORE specimens SET \(column: name) = \(value) WHERE id % 9 = \(id % 9)"
    default: return "UPDATE OR IGNORE specimens SET \(column: name) = \(value) WHERE id = \(id)"
    }
  }

  private func changeSet(
    _ before: [SQLiteValue: RowImage],
    _ after: [SQLiteValue: RowImage]
  ) -> ChangeSet {
    var rows: [RowChange] = []
    for key in Set(before.keys).union(after.keys) where !isIdentical(before[key], after[key]) {
      rows.append(RowChange(key: RowKey(key), old: before[key], new: after[key]))
    }
    var changeSet = ChangeSet()
    changeSet.tables["specimens"] = .rows(rows)
    return changeSet
  }

  private func isIdentical(_ left: RowImage?, _ right: RowImage?) -> Bool {
    guard let left, let right else { return left == nil && right == nil }
    return left.indices.allSatisfy { left.isIdentical(at: $0, to: right) }
  }
}
