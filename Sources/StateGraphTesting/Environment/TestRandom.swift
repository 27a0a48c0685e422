/// Generates random numbers that the seed of a test database determines.
///
/// ```swift
/// var random = try db.random
/// let price = Int.random(in: 1...100, using: &random)
/// ```
///
/// All copies of the value, and the SQL functions `random()` and `randomblob()` of the database,
/// take numbers from one sequence. The value may be used on any thread. If several threads take
/// numbers at the same time, their order is not determined.
public struct TestRandom: RandomNumberGenerator, Sendable {
  private let fileSystem: TestFileSystem

  init(_ environment: TestEnvironment) throws {
    guard environment.settings.seed != nil else {
      throw TestDatabaseError(
        .misuse,
        "The test database has no seed.",
        remedy: "Write .database(…, seed: 42)."
      )
    }
    fileSystem = environment.fileSystem
  }

  /// Returns the next number of the sequence.
  public mutating func next() -> UInt64 { fileSystem.nextRandom() }
}
