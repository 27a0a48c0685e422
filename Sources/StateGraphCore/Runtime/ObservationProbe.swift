import CStateGraphThreads
import Observation

/// Finds out whether a read on this thread is being tracked by Swift's Observation.
///
/// Observation keeps that to itself. But it hashes the key path of an access that it records, and
/// no other; so an access of a key path with an argument of our own tells.
enum ObservationProbe {
  private struct Argument: Hashable {
    func hash(into hasher: inout Hasher) {
      stategraph_thread_current().pointee.observation_probe &+= 1
    }
  }

  private final class Subject: Observable, Sendable {
    let registrar = ObservationRegistrar()
    subscript(_: Argument) -> Int { 0 }
  }

  nonisolated(unsafe) private static let keyPath: KeyPath<Subject, Int> = \.[Argument()]
  // SAFETY: a key path is immutable, and its argument is empty.

  private static let lock = ValueLock()
  /// Whoever tracks is registered with the subject too, and would keep its closure until it is told
  /// of something. So subjects are replaced, the one before being kept for those who are at it.
  /// Guarded by `lock`.
  nonisolated(unsafe) private static var subject = Subject()
  nonisolated(unsafe) private static var previous: Subject?
  nonisolated(unsafe) private static var useCount = 0
  // SAFETY: used under `lock` only.

  private static let useLimit = 64

  static var isTracking: Bool {
    let thread = stategraph_thread_current()
    let before = thread.pointee.observation_probe
    let current = lock.withLock { subject }
    current.registrar.access(current, keyPath: keyPath)
    guard thread.pointee.observation_probe != before else { return false }
    countUse(of: current)
    return true
  }

  private static func countUse(of current: Subject) {
    let fresh = Subject()
    // What is let go of dies after unlocking.
    let gone: Subject? = lock.withLock {
      useCount += 1
      guard useCount >= useLimit, subject === current else { return nil }
      useCount = 0
      defer {
        previous = subject
        subject = fresh
      }
      return previous
    }
    _ = gone
  }
}
