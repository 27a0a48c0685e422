/// A graph of the dynamic suite of js-reactivity-benchmark, and the expected results of a run.
struct LayeredGraphShape {
  let name: String
  let width: Int
  /// The number of layers, with the layer of sources.
  let totalLayers: Int
  /// The probability that a computed node always reads all of its sources.
  let staticFraction: Double
  let nSources: Int
  /// The fraction of the last layer that is read after each set.
  let readFraction: Double
  let iterations: Int
  /// The sum of the read leaves after the last set.
  let sum: Double
  /// The number of evaluations in a later run over the same graph. The older version of the suite
  /// has this number.
  let count: Int
  /// The number of evaluations in the first run, the first evaluation of each node included. The
  /// newer version of the suite has this number.
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
