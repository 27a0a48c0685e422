import Foundation
import TestSupport
import Testing

@Suite("What the inference writes, an import fills")
struct InferredImportPropertyTests {
  private static func number(_ name: String) -> UInt64? {
    ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) }
  }

  /// The first seed and the number of cases of each part of a run.
  ///
  /// The first part is the same in every run. The second part tries seeds that no run has tried.
  /// `STATEGRAPH_SEED` and `STATEGRAPH_SHAPES` replace both parts, for a long run that a person
  /// starts.
  private static let parts: [(seed: UInt64, count: UInt64)] = {
    if number("STATEGRAPH_SEED") != nil || number("STATEGRAPH_SHAPES") != nil {
      return [(TestSeed.seeds(1)[0], number("STATEGRAPH_SHAPES") ?? 300)]
    }
    return [(1, 240), (TestSeed.current, 60)]
  }()

  private static func example(seed: UInt64) -> InferredImportCase {
    if DomainShapes.isChosen(seed: seed) {
      var shapes = DomainShapes(seed: seed)
      return InferredImportCase(records: shapes.records())
    }
    var generator = ShapeGenerator(seed: seed)
    let records = generator.records()
    return InferredImportCase(
      records: records,
      isFolder: generator.isFolder(),
      encoding: generator.encoding(of: records)
    )
  }

  /// The cases run in two halves, one for each of two processors.
  @Test(arguments: UInt64(0)..<2)
  func `random records fill the tables that are inferred from them`(half: UInt64) {
    var problems = 0
    for (seed, count) in Self.parts {
      print("STATEGRAPH_SEED=\(seed) STATEGRAPH_SHAPES=\(count)")
      for offset in stride(from: half, to: count, by: 2) {
        let example = Self.example(seed: seed &+ offset)
        guard example.problem() != nil else { continue }
        let small = example.shrunk()
        Issue.record(
          """
          STATEGRAPH_SEED=\(seed &+ offset) STATEGRAPH_SHAPES=1 repeats this: \
          \(small.problem() ?? "")
          \(small.description)
          """
        )
        problems += 1
        if problems == 3 { return }
      }
    }
  }
}
