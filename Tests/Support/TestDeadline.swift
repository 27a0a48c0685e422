import Foundation

/// The time at which a test stops waiting for a condition, and fails.
///
/// It exists to end a test that hangs. It is late, because on a busy machine the thread or the task
/// that meets the condition may get no time for minutes.
///
/// The environment variable `STATEGRAPH_GATE_SECONDS` sets an earlier time for runs with deliberate
/// bugs, many of which leave a gate closed.
public struct TestDeadline: Sendable {
  /// How long a test waits for a condition, in seconds.
  public static let seconds: Double =
    ProcessInfo.processInfo.environment["STATEGRAPH_GATE_SECONDS"].flatMap(Double.init) ?? 1_200

  private let end = ContinuousClock.now.advanced(by: .seconds(TestDeadline.seconds))

  /// Starts the wait.
  public init() {}

  public var hasPassed: Bool { ContinuousClock.now >= end }
}
