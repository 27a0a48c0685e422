import Synchronization

/// The simulated crash whose result a test is checking. If an expectation fails during the check,
/// the message names the crash.
final class CrashPoint: Sendable {
  @TaskLocal static var current: CrashPoint?

  /// The moment of the crash in words, such as `a crash after change 3 of 8, …`.
  let description: String
  private let failed = Atomic<Bool>(false)

  init(_ description: String) { self.description = description }

  /// Whether an expectation has failed while the result of this crash was checked.
  var hasFailed: Bool { failed.load(ordering: .relaxed) }

  func fail() { failed.store(true, ordering: .relaxed) }
}
