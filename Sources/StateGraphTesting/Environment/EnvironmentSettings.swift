import StateGraphSQLite

/// The seed and the time that a test fixes for its database.
struct EnvironmentSettings: Sendable {
  /// The seed of the random numbers. Nil if they are not fixed.
  let seed: UInt64?
  /// The time in milliseconds since 1970. Nil if the system's time passes.
  let milliseconds: Int64?

  /// Fixes neither the random numbers nor the time.
  init() { (seed, milliseconds) = (nil, nil) }

  /// - Parameters:
  ///   - seed: The seed, or nil.
  ///   - time: The time in UTC, such as `2026-03-01 09:30:00`, or nil.
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
    // The seconds count from 2001.
    milliseconds = Int64((seconds * 1_000).rounded()) + 978_307_200_000
  }

  /// Whether neither a seed nor a time is fixed.
  var isEmpty: Bool { seed == nil && milliseconds == nil }
}
