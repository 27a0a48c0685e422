import CStateGraphThreads
import Observation

/// Determines whether a read on the current thread is tracked by Swift's Observation.
///
/// Observation has no API for this question. But an `ObservationRegistrar` hashes the key path of
/// an access if it records that access, and only then. The probe therefore reports an access with a
/// key path that contains an argument of its own, and checks whether the argument was hashed.
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
  // SAFETY: a key path is immutable, and this one's argument is an empty struct.

  private static let lock = ValueLock()
  /// The subject of the probe accesses. A tracker registers with this subject too, and the subject
  /// would retain the tracker's closure until the subject changes, which never happens. So the
  /// probe replaces the subject regularly. `previous` keeps the replaced subject alive for threads
  /// that are still using it. Guarded by `lock`.
  nonisolated(unsafe) private static var subject = Subject()
  nonisolated(unsafe) private static var previous: Subject?
  nonisolated(unsafe) private static var useCount = 0
  // SAFETY: all three are accessed only under `lock`.

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
    // The oldest subject leaves the closure as a result, so that its `deinit` runs after unlocking.
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
