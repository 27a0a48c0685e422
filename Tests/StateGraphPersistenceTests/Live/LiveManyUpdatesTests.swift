import StateGraphCore
import TestSupport
import Testing

@testable import StateGraphPersistence
@testable import StateGraphSQLite

/// Commits with more updated rows than are reported row by row. The limit is low here.
@Suite struct LiveManyUpdatesTests {
  static let count = 400

  private func filled() throws -> LiveScene {
    let scene = try LiveScene(path: ":memory:")
    try scene.database.execute(
      """
      INSERT INTO things (id, bin_id, weight, name)
      WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < \(Self.count - 1))
      SELECT i, i % 4, 1.0, 'a' FROM n
      """
    )
    try scene.rememberRows(upTo: 300)
    return scene
  }

  @Test func `an update of unused columns reads nothing and calls no observer`() throws {
    let scene = try filled()
    let bin = try #require(scene.bins.get(by: 1))
    let thing = try #require(scene.things.get(by: 77))
    let reads = DatabaseGraph.of(scene.database).reads
    let told = Recorder<String>()
    let weights = Recorder<Double?>()
    let subscription = withGraphTracking {
      bin.$things.onChange { told.record("relationship \($0.count)") }
      scene.things.query.where { $0.name == "a" }.onChange { told.record("query \($0.count)") }
      Computed { _ in scene.things.count }.onChange { told.record("count \($0)") }
      Computed { _ in try? scene.things.query.where { $0.bin == nil }.fetchCount() }
        .onChange { told.record("aggregate \($0 ?? -1)") }
      thing.$weight.onChange { weights.record($0) }
    }
    #expect(told.drain().count == 4)
    let before = reads.total
    try scene.database.execute("UPDATE things SET weight = 7.0")
    #expect(told.elements.isEmpty)
    #expect(weights.elements == [1, 7])
    #expect(reads.total == before)
    #expect(scene.database.lastCommit?.markedSlotCount == 0)
    // The kept rows follow further commits.
    try scene.database.execute("UPDATE things SET bin_id = 2, name = 'b' WHERE id = 77")
    #expect(
      told.elements.sorted() == ["query \(Self.count - 1)", "relationship \(Self.count / 4 - 1)"]
    )
    #expect(reads.total == before)
    subscription.cancel()
  }

  @Test func `queries that depend on an updated column are read again`() throws {
    let scene = try filled()
    let heavy = scene.things.query.where { $0.weight > 5 }.live
    let sum = Computed { _ in try? scene.things.query.sum { $0.weight } }
    let filtered = scene.things.query.limit(10).filter { ($0.weight ?? 0) > 5 }.live
    #expect(heavy.wrappedValue.isEmpty && filtered.wrappedValue.isEmpty)
    #expect(sum.wrappedValue == Double(Self.count))
    try scene.database.execute("UPDATE things SET weight = 7.0")
    #expect(heavy.wrappedValue.count == Self.count)
    #expect(sum.wrappedValue == Double(7 * Self.count))
    #expect(filtered.wrappedValue.count == 10)
    struct Undone: Error {}
    try? scene.database.write {
      try scene.database.execute("UPDATE things SET weight = 2.0")
      throw Undone()
    }
    #expect(heavy.wrappedValue.count == Self.count)
    try scene.database.write {
      try scene.database.execute("UPDATE things SET weight = 2.0")
      try scene.database.execute("DELETE FROM things WHERE id = 5")
    }
    #expect(heavy.wrappedValue.isEmpty)
    #expect(sum.wrappedValue == Double(2 * (Self.count - 1)))
  }
}

extension LiveScene {
  /// A transaction that changes more rows reports only their columns, or only the table.
  func rememberRows(upTo rowLimit: Int) throws {
    guard case .table(let things) = things.query.source else { throw TestFailure("no table") }
    things.table.untyped.context.watched.rowLimit = RememberedRowLimit(rowsPerTable: rowLimit)
  }
}
