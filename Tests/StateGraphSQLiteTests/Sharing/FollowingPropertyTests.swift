import TestSupport
import Testing

@testable import StateGraphSQLite

/// Random transactions of several databases of one file, and the change sets that one of them gets.
@Suite struct FollowingPropertyTests {
  @Test func `a model that applies the reported commits of other databases agrees with the file`()
    throws
  {
    let seed = TestSeed.current
    var random = SeededRandom(seed: seed)
    let watched = try WatchedDatabase(
      CollidingTables.schema,
      watching: CollidingTables.tables.map(\.name)
    )
    let others = [try Database(path: watched.path), try Database(path: watched.path)]
    let stranger = try WriterConnection.open(DatabaseLocation(path: watched.path))
    var model: CollidingTables.Model = [:]
    _ = watched.commits.changeSets.drain()
    var resetCount = 0
    for round in 0..<600 {
      var log: [String] = []
      if Int.random(in: 0..<20, using: &random) == 0 {
        // Read alone, because an unlogged commit is reported only as a reset.
        try stranger.run("INSERT INTO n VALUES (7, 7)")
        try watched.database.catchUp()
        model = try CollidingTables.read(watched.database)
        resetCount += watched.commits.changeSets.drain().count
      }
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let index = Int.random(in: 0...2, using: &random)
        let database = index == 0 ? watched.database : others[index - 1]
        log.append("database \(index)")
        try? database.write { CollidingTables.work(database, &random, depth: 1, log: &log) }
      }
      try watched.database.catchUp()
      for changeSet in watched.commits.changeSets.drain() {
        CollidingTables.apply(changeSet, to: &model)
      }
      let fresh = try CollidingTables.read(watched.database)
      guard model.isIdentical(to: fresh) else {
        Issue.record("seed \(seed), round \(round): \(log)\nmodel \(model)\nfile \(fresh)")
        return
      }
    }
    #expect(resetCount > 0, "seed \(seed)")
  }
}
