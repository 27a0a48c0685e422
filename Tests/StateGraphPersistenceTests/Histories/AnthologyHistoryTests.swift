import Foundation
import TestSupport
import Testing

/// Random histories with the shapes that once found defects: texts in two forms, entities of
/// another database, lifetimes of objects, edits of relationships, sums near the limits, references
/// by several columns, and statements that change many rows.
///
/// After every commit, and inside writes, everything live equals plain SQL.
/// `STATEGRAPH_SEED` and `STATEGRAPH_OPERATIONS` repeat or lengthen a run: 100,000 operations are
/// the full size.
@Suite struct AnthologyHistoryTests {
  /// The histories are short, so that a failing one is quickly made shorter.
  private static let lengthOfHistory = 100
  static let operationCount =
    ProcessInfo.processInfo.environment["STATEGRAPH_OPERATIONS"].flatMap(Int.init) ?? 1_500

  @Test func `whatever is written, undone, held and dropped, memory equals plain SQL`() throws {
    let first = TestSeed.current
    let historyCount = max(1, Self.operationCount / Self.lengthOfHistory)
    var stepCount = 0
    for seed in first..<first + UInt64(historyCount) {
      let operations = AnthologyHistory.operations(seed: seed, count: Self.lengthOfHistory)
      stepCount += operations.map(\.stepCount).reduce(0, +)
      guard let failure = try Self.failure(of: operations, seed: seed) else { continue }
      let short = shrink(
        Array(operations[...failure.index]),
        budget: 300,
        simpler: \.simpler
      ) { (try? Self.failure(of: $0, seed: seed)) != nil }
      let problems = try Self.failure(of: short, seed: seed)?.problems ?? failure.problems
      Issue.record(
        """
        STATEGRAPH_SEED=\(seed) STATEGRAPH_OPERATIONS=\(Self.lengthOfHistory)
        \(short.map { $0.script() }.joined(separator: "\n"))
        \(problems.joined(separator: "\n"))
        """
      )
      return
    }
    print("\(historyCount) histories of anthologies, \(stepCount) operations from seed \(first)")
  }

  /// The first operation after which something is wrong.
  private static func failure(
    of operations: [AnthologyOperation],
    seed: UInt64
  ) throws -> (index: Int, problems: [String])? {
    let world = try AnthologyWorld(seed: seed)
    for (index, operation) in operations.enumerated() {
      let problems = try world.run(operation)
      if !problems.isEmpty { return (index, problems) }
    }
    return nil
  }
}
