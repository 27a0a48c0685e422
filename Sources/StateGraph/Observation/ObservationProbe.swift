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
    subscript(_: Argument) -> Int { 0 }
  }

  private static let subject = Subject()
  private static let registrar = ObservationRegistrar()
  nonisolated(unsafe) private static let keyPath: KeyPath<Subject, Int> = \.[Argument()]
  // SAFETY: a key path is immutable, and its argument is empty.

  static var isTracking: Bool {
    let thread = stategraph_thread_current()
    let before = thread.pointee.observation_probe
    registrar.access(subject, keyPath: keyPath)
    return thread.pointee.observation_probe != before
  }
}
