import Synchronization

/// The simulated crash whose result a test is checking. If an expectation fails during the check,
/// the message names the crash.
final class CrashPoint: Sendable {
  @TaskLocal static var current: CrashPoint?

  /// The moment of the crash in words, such as `a crash after change 3 of 8, …`.
  let description: String
  private let failed = Atomic<Bool>(false)

  init(_ description: String) { self.description = description }

  /// The moment as a sentence, for the message of a failed expectation.
  var comment: String { "This is the state after \(description)." }

  /// Whether an issue was recorded while this crash was the current one.
  var hasFailed: Bool { failed.load(ordering: .relaxed) }

  func fail() { failed.store(true, ordering: .relaxed) }
}
