import Foundation

/// The length of random tests.
enum RandomLength {
  /// The value of the environment variable `STATEGRAPH_OPERATIONS`. Nil if it is not set.
  static let operations = ProcessInfo.processInfo.environment["STATEGRAPH_OPERATIONS"]
    .flatMap { Int($0) }
}
