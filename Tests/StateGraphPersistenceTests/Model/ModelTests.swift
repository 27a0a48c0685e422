import Foundation
import TestSupport
import Testing

/// Random histories over the two sample domains: entities, relationships, stores, computed values
/// and the values that observers receive equal fresh SELECTs of another connection after every
/// step, for every writer and every rollback.
///
/// `STATEGRAPH_SEED` and `STATEGRAPH_OPERATIONS` repeat or lengthen a run: 200,000 operations are
/// the full size.
@Suite struct ModelTests {
  private static let environment = ProcessInfo.processInfo.environment
  /// Each history starts with an empty database and is short, so that a failing one is repeated
  /// quickly.
  private static let lengthOfHistory = 100

  static let operationCount = environment["STATEGRAPH_OPERATIONS"].flatMap(Int.init) ?? 2_000

  @Test func `after random writes and rollbacks, memory agrees with the file`() throws {
    let count = max(1, ModelTests.operationCount / ModelTests.lengthOfHistory)
    for seed in TestSeed.current..<TestSeed.current + UInt64(count) {
      let operations = RandomHistory.operations(seed: seed, count: ModelTests.lengthOfHistory)
      guard let failure = try ModelTests.failure(of: operations, seed: seed) else { continue }
      let short = ModelTests.shrunk(Array(operations[...failure.index]), seed: seed)
      let problems = try ModelTests.failure(of: short, seed: seed)?.problems ?? failure.problems
      Issue.record(
        """
        STATEGRAPH_SEED=\(seed) STATEGRAPH_OPERATIONS=\(ModelTests.lengthOfHistory)\
        \(ModelTests.isInMemory(seed) ? " (in memory)" : "")
        \(short.map { $0.script() }.joined(separator: "\n"))
        \(problems.joined(separator: "\n"))
        """
      )
      return
    }
  }

  private static func isInMemory(_ seed: UInt64) -> Bool { seed % 5 == 0 }

  /// The first step after which a comparison fails.
  private static func failure(
    of operations: [Operation],
    seed: UInt64
  ) throws -> (index: Int, problems: [String])? {
    let world = try ModelWorld(inMemory: isInMemory(seed))
    for (index, operation) in operations.enumerated() {
      let problems = try world.step(operation)
      if !problems.isEmpty { return (index, problems) }
    }
    return nil
  }

  private static func shrunk(_ operations: [Operation], seed: UInt64) -> [Operation] {
    shrink(operations, budget: 3_000, simpler: simpler) { operations in
      (try? failure(of: operations, seed: seed)) != nil
    }
  }

  /// Simpler operations that may show the same failure: a write without some of its operations, the
  /// operations without the write, or an addition without a kept object.
  private static func simpler(_ operation: Operation) -> [[Operation]] {
    if case .change(.add(let kind, let number, let text, let parents, .some)) = operation {
      return [[.change(.add(kind, number, text: text, parents: parents, slot: nil))]]
    }
    guard case .write(let operations, let fails) = operation else { return [] }
    var candidates = [operations]
    if fails { candidates.append([.write(operations, fails: false)]) }
    for index in operations.indices {
      for replacement in [[]] + simpler(operations[index]) {
        var simpler = operations
        simpler.replaceSubrange(index...index, with: replacement)
        candidates.append([.write(simpler, fails: fails)])
      }
    }
    return candidates
  }
}
