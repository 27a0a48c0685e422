import CStateGraphThreads
import Observation

/// Finds out whether Swift's Observation tracks reads on the current thread.
///
/// Observation has no function that answers this question. But an `ObservationRegistrar` hashes the
/// key path of an access only if a tracker records the access. The probe therefore reports an
/// access with a key path that contains a special argument. Then it checks whether the argument was
/// hashed.
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
  /// The object whose access the probe reports. Guarded by `lock`.
  ///
  /// A tracker that records the access registers its closure with this object. The object would
  /// release the closure when it next changes, but it never changes. So the probe replaces the
  /// object regularly.
  nonisolated(unsafe) private static var subject = Subject()
  // SAFETY: accessed only under `lock`.
  /// The last object that was replaced. It stays alive for threads that still use it. Guarded by
  /// `lock`.
  nonisolated(unsafe) private static var previous: Subject?
  // SAFETY: accessed only under `lock`.
  /// The number of times that Observation has tracked the current subject. At `useLimit`, a new
  /// subject replaces it. Guarded by `lock`.
  nonisolated(unsafe) private static var useCount = 0
  // SAFETY: accessed only under `lock`.

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
    // The closure returns the oldest subject, so that its `deinit` runs after unlocking.
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
    withExtendedLifetime(gone) {}
  }
}
