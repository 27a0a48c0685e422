/// A graph of js-reactivity-benchmark's dynamic suite, and what a run over it must come to.
struct LayeredGraphShape {
  let name: String
  let width: Int
  /// With the layer of sources.
  let totalLayers: Int
  /// Of the computed nodes, how many always read all of their sources.
  let staticFraction: Double
  let nSources: Int
  /// Of the last layer, how much is read after each set.
  let readFraction: Double
  let iterations: Int
  /// The sum of the read leaves in the end.
  let sum: Double
  /// Evaluations of a run over a graph that was run before, as the suite's older version counts.
  let count: Int
  /// Evaluations of the first run, the first of each node included, as its newer version counts.
  let firstCount: Int
}

extension LayeredGraphShape {
  static let all = [
    LayeredGraphShape(
      name: "simple component",
      width: 10,
      totalLayers: 5,
      staticFraction: 1,
      nSources: 2,
      readFraction: 0.2,
      iterations: 600_000,
      sum: 19_199_968,
      count: 3_480_000,
      firstCount: 3_480_019
    ),
    LayeredGraphShape(
      name: "dynamic component",
      width: 10,
      totalLayers: 10,
      staticFraction: 0.75,
      nSources: 6,
      readFraction: 0.2,
      iterations: 15_000,
      sum: 302_310_782_860,
      count: 1_155_000,
      firstCount: 1_155_004
    ),
    LayeredGraphShape(
      name: "large web app",
      width: 1_000,
      totalLayers: 12,
      staticFraction: 0.95,
      nSources: 4,
      readFraction: 1,
      iterations: 7_000,
      sum: 29_355_933_696_000,
      count: 1_463_000,
      firstCount: 1_473_791
    ),
    LayeredGraphShape(
      name: "wide dense",
      width: 1_000,
      totalLayers: 5,
      staticFraction: 1,
      nSources: 25,
      readFraction: 1,
      iterations: 3_000,
      sum: 1_171_484_375_000,
      count: 732_000,
      firstCount: 735_756
    ),
    LayeredGraphShape(
      name: "deep",
      width: 5,
      totalLayers: 500,
      staticFraction: 1,
      nSources: 3,
      readFraction: 1,
      iterations: 500,
      sum: 3.0239642676898464e241,
      count: 1_246_500,
      firstCount: 1_246_502
    ),
    LayeredGraphShape(
      name: "very dynamic",
      width: 100,
      totalLayers: 15,
      staticFraction: 0.5,
      nSources: 6,
      readFraction: 1,
      iterations: 2_000,
      sum: 15_664_996_402_790_400,
      count: 1_078_000,
      firstCount: 1_078_673
    ),
  ]
}
