import Foundation

/// The seed for all random tests of one test run.
///
/// A random test takes its seed from this type, and names the seed in each failure. The environment
/// variable `STATEGRAPH_SEED` sets the seed. To repeat a failure, run the same command with the
/// seed of the failed run. Without the variable, each run chooses another seed, and prints it once.
public enum TestSeed {
  private static let given = ProcessInfo.processInfo.environment["STATEGRAPH_SEED"]
    .flatMap(UInt64.init)

  /// The seed for a test that runs once. All tests of a run have the same seed.
  ///
  /// A seed that the run chooses is between 1 and 1,000,000,000, so that a test can add numbers to
  /// it without overflow.
  public static let current: UInt64 = {
    let seed = given ?? .random(in: 1...1_000_000_000)
    print("STATEGRAPH_SEED=\(seed) repeats the random tests of this run.")
    return seed
  }()

  /// Returns consecutive seeds for a test that runs once for each of them.
  ///
  /// If `STATEGRAPH_SEED` is set, the seeds begin with it. Otherwise they begin with `first`, and
  /// are the same in every run.
  ///
  /// - Parameters:
  ///   - count: The number of consecutive seeds.
  ///   - first: The first seed if `STATEGRAPH_SEED` is not set.
  ///   - includesCurrent: Whether ``current`` is added at the end, so that each run also tries a
  ///     new seed. It is not added if `STATEGRAPH_SEED` is set.
  public static func seeds(
    _ count: Int,
    from first: UInt64 = 1,
    includesCurrent: Bool = false
  ) -> [UInt64] {
    let seeds = (0..<UInt64(count)).map { (given ?? first) &+ $0 }
    return includesCurrent && given == nil ? seeds + [current] : seeds
  }
}
