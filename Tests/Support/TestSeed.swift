import Foundation

/// The seed of this run's random tests.
///
/// A random test takes its seed from here and names it in each failure. The environment variable
/// `STATEGRAPH_SEED` sets the seed, so that the same command with the seed of a failed run repeats
/// the failure. Without the variable, each run chooses another seed and prints it once.
public enum TestSeed {
  private static let given = ProcessInfo.processInfo.environment["STATEGRAPH_SEED"]
    .flatMap(UInt64.init)

  /// The seed for a test that runs once. All tests of a run have the same seed.
  ///
  /// A chosen seed is between 1 and 1,000,000,000: a test can add to it without overflow.
  public static let current: UInt64 = {
    let seed = given ?? .random(in: 1...1_000_000_000)
    print("STATEGRAPH_SEED=\(seed) repeats the random tests of this run.")
    return seed
  }()

  /// Consecutive seeds for a test that runs once for each of them.
  ///
  /// They begin with `STATEGRAPH_SEED` if it is set. Otherwise they are the same in every run, and
  /// a failure names its seed.
  ///
  /// - Parameters:
  ///   - count: How many seeds there are.
  ///   - first: The first seed where the environment sets none.
  ///   - includesCurrent: Whether ``current`` follows the others, so that each run also tries a
  ///     seed that no run has tried.
  public static func seeds(
    _ count: Int,
    from first: UInt64 = 1,
    includesCurrent: Bool = false
  ) -> [UInt64] {
    let seeds = (0..<UInt64(count)).map { (given ?? first) &+ $0 }
    return includesCurrent && given == nil ? seeds + [current] : seeds
  }
}
