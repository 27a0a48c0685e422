import Foundation
import Synchronization

/// Threads that wait, and then do the same work at the same time.
public final class Team: Sendable {
  private let isOpen = Atomic(false)
  private let group = DispatchGroup()

  public init(threadCount: Int, _ work: @escaping @Sendable (Int) -> Void) {
    for index in 0..<threadCount {
      group.enter()
      Thread.detachNewThread { [self] in
        // Spinning, because waking up would take longer than some of the work.
        while !isOpen.load(ordering: .acquiring) { sched_yield() }
        work(index)
        group.leave()
      }
    }
  }

  /// Lets them go and returns when the last has finished.
  public func runToEnd() {
    isOpen.store(true, ordering: .releasing)
    group.wait()
  }
}
