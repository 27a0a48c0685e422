import Dispatch
import Glibc
import Synchronization

/// Has the clock jump all the time until it is stopped.
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

  /// Returns how many times it has jumped.
  func stop() -> Int {
    isStopped.store(true, ordering: .releasing)
    group.wait()
    return count.load(ordering: .relaxed)
  }
}
