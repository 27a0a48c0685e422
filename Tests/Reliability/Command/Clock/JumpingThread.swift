import Dispatch
import Glibc
import Synchronization

/// A thread that makes the clock jump until it is stopped.
final class JumpingThread: Sendable {
  private let isStopped = Atomic<Bool>(false)
  private let count = Atomic<Int>(0)
  private let group = DispatchGroup()

  init(_ clock: JumpingClock) throws {
    DispatchQueue(label: "clock").async(group: group) { [self] in
      while !isStopped.load(ordering: .acquiring) {
        clock.jump()
        count.add(1, ordering: .relaxed)
        usleep(500)
      }
    }
  }

  /// Stops the thread and returns the number of its jumps.
  func stop() -> Int {
    isStopped.store(true, ordering: .releasing)
    group.wait()
    return count.load(ordering: .relaxed)
  }
}
