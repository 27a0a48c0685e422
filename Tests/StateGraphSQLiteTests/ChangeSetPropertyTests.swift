import StateGraphSQLite
import TestSupport
import Testing

/// Random transactions and their change sets.
@Suite struct ChangeSetPropertyTests {
  @Test func `a model that applies every change set agrees with the file`() throws {
    let seed = TestSeed.current
    var random = SeededRandom(seed: seed)
    let watched = try WatchedDatabase(
      CollidingTables.schema,
      watching: CollidingTables.tables.map(\.name)
    )
    var model: CollidingTables.Model = [:]
    var commits = 0
    for round in 0..<1500 {
      var log: [String] = []
      let before = model
      do {
        try watched.database.write {
          CollidingTables.work(watched.database, &random, depth: 1, log: &log)
        }
        commits += 1
      } catch {
        #expect(watched.commits.changeSets.elements.isEmpty)
      }
      for changeSet in watched.commits.changeSets.drain() {
        CollidingTables.apply(changeSet, to: &model)
      }
      let fresh = try CollidingTables.read(watched.database)
      guard model.isIdentical(to: fresh) else {
        Issue.record(
          "seed \(seed), round \(round): \(log)\nbefore \(before)\nmodel \(model)\nfile \(fresh)"
        )
        return
      }
    }
    #expect(commits > 500, "seed \(seed)")
  }
}
