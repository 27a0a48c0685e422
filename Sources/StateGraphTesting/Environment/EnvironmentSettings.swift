import StateGraphSQLite

/// The seed and the time that a test fixes for its database.
struct EnvironmentSettings: Sendable {
  /// The seed of the database's random numbers, or nil if the test fixes no seed.
  let seed: UInt64?
  /// The time of the database at the beginning of the test, in milliseconds since 1970, or nil if
  /// the test fixes no time, so that the database uses the system's time.
  let milliseconds: Int64?

  /// Creates settings that fix neither the random numbers nor the time.
  init() { (seed, milliseconds) = (nil, nil) }

  /// - Parameters:
  ///   - seed: The seed. Nil leaves the random numbers random.
  ///   - time: The time in UTC, such as `2026-03-01 09:30:00`. Nil leaves the system's time.
  init(seed: UInt64?, time: String?) throws {
    self.seed = seed
    guard let time else {
      milliseconds = nil
      return
    }
    guard let seconds = DateText.seconds(of: time) else {
      throw TestDatabaseError(
        .misuse,
        "\(time) is not a time.",
        remedy: "Write a time in UTC, such as 2026-03-01 09:30:00."
      )
    }
    // DateText counts seconds from 2001. The constant is the time from 1970 to 2001.
    milliseconds = Int64((seconds * 1_000).rounded()) + 978_307_200_000
  }

  /// Whether neither a seed nor a time is fixed.
  var isEmpty: Bool { seed == nil && milliseconds == nil }
}
