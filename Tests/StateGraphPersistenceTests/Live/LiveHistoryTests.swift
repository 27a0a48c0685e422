import Foundation
import Logging
import TestSupport
import Testing

@testable import StateGraphPersistence
@testable import StateGraphSQLite

/// Random histories over live queries and relationships of every shape that is followed without
/// SQL.
///
/// `STATEGRAPH_SEED` and `STATEGRAPH_OPERATIONS` repeat or lengthen a run: 1,000,000 operations are
/// the full size.
@Suite struct LiveHistoryTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let lengthOfHistory = 120

  @Test func `after every commit kept rows agree with the file without SQL`() throws {
    let seed = TestSeed.current
    let count = Self.environment["STATEGRAPH_OPERATIONS"].flatMap(Int.init) ?? 2_400
    for seed in seed..<seed + UInt64(max(1, count / Self.lengthOfHistory)) {
      var random = SeededRandom(seed: seed)
      let steps = (0..<Self.lengthOfHistory).map { _ in LiveStep.random(&random) }
      guard let failure = try failure(of: steps, seed: seed) else { continue }
      let short = shrink(Array(steps[...failure.index]), budget: 300, simpler: { _ in [] }) {
        (try? self.failure(of: $0, seed: seed)) != nil
      }
      let problems = try self.failure(of: short, seed: seed)?.problems ?? failure.problems
      Issue.record(
        """
        STATEGRAPH_SEED=\(seed) STATEGRAPH_OPERATIONS=\(Self.lengthOfHistory)
        \(short.map(\.script).joined(separator: "\n"))
        \(problems.joined(separator: "\n"))
        """
      )
      return
    }
  }

  /// The first step after which a comparison fails.
  private func failure(
    of steps: [LiveStep],
    seed: UInt64
  ) throws -> (index: Int, problems: [String])? {
    let directory = try TemporaryDirectory()
    let scene = try LiveScene(path: seed % 4 == 0 ? ":memory:" : directory.file("live.sqlite"))
    // With so low a limit most commits report only columns, or only the table.
    let isForgetful = seed % 3 == 1
    if isForgetful { try scene.rememberRows(upTo: 2) }
    var random = SeededRandom(seed: seed &* 31)
    let watches = scene.watches(&random)
    let subscription = withGraphTracking {
      for watch in watches { watch.node.onChange { [told = watch.told] in told.record($0) } }
    }
    defer { subscription.cancel() }
    for watch in watches { watch.last = watch.told.drain().last ?? ["-1"] }
    let reads = DatabaseGraph.of(scene.database).reads
    let other = seed % 4 == 2 ? try otherDatabase(of: scene, in: directory) : nil
    var isAmbiguous = false
    var firstReads = reads.count(.first)
    for (index, step) in steps.enumerated() {
      let before = (
        scene.database.statementCounter.readCount, reads.total + reads.count(.related)
      )
      let isForeign = other != nil && Bool.random(using: &random)
      var isComplete = step.perform(on: isForeign ? other ?? scene.database : scene.database)
      if isForeign {
        try scene.database.catchUp()
        // Reading the log is SQL too.
        isComplete = false
      }
      let ran = scene.database.statementCounter.readCount - before.0
      // A related read asks for keys, and then for rows.
      let noted = reads.total + reads.count(.related) - before.1
      // Before an UPDATE OR REPLACE, the library reads the foreign keys to decide whether the
      // statement is safe.
      let checks = 2 * step.script.ranges(of: "UPDATE OR REPLACE").count
      if step.addsNullableDefault { isAmbiguous = true }
      let mayReadAgain = step.isSchemaChange || isAmbiguous || isForgetful
      var problems = watches.compactMap { check($0) }
      // Rows that were rolled back in part are read again before COMMIT, and the new things of a
      // mark may have to be loaded.
      if isComplete, !mayReadAgain, ran > noted + checks + LiveScene.markCount {
        problems.append("\(ran) SELECTs for \(noted) noted reads")
      }
      if reads.count(.inconsistent) > 0 { problems.append("the kept rows did not fit the commit") }
      if mayReadAgain { firstReads = reads.count(.first) }
      // Every query was read once, and no change is large enough for another first read.
      if reads.count(.unfollowed) > 0 || reads.count(.first) > firstReads {
        problems.append("what is kept was read again")
      }
      if !problems.isEmpty { return (index, problems) }
    }
    return nil
  }

  /// A database that acts as one of another process. Only the test reads its commits.
  private func otherDatabase(
    of scene: LiveScene,
    in directory: TemporaryDirectory
  ) throws -> Database {
    scene.database.foreignCommits.tracker?.stopWatching()
    var configuration = Database.Configuration()
    configuration.logger.logLevel = .critical
    return try Database(path: directory.file("live.sqlite"), configuration: configuration)
  }

  private func check(_ watch: LiveWatch) -> String? {
    let told = watch.told.drain()
    do {
      let fresh = try watch.fresh()
      let kept = watch.node.wrappedValue
      defer { watch.last = fresh }
      if !kept.haveSameBytes(as: fresh) {
        return "\(watch.name): kept \(kept), the file says \(fresh)"
      }
      if !(told.last ?? watch.last).haveSameBytes(as: fresh) {
        return "\(watch.name): told \(told), is \(fresh)"
      }
      if let applied = watch.applied(), !applied.haveSameBytes(as: fresh) {
        return "\(watch.name): the difference from \(watch.last) gives \(applied), is \(fresh)"
      }
      // A step is one commit at most.
      let isSame = fresh.haveSameBytes(as: watch.last)
      if told.count > (isSame ? 0 : 1) { return "\(watch.name): told \(told)" }
      return nil
    } catch {
      return "\(watch.name): \(error)"
    }
  }
}
