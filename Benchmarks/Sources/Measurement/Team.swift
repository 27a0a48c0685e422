import Foundation
import Synchronization

/// Threads that wait until all of them can start, and then work at the same time.
public final class Team: Sendable {
  private let isOpen = Atomic(false)
  private let group = DispatchGroup()

  public init(threadCount: Int, _ work: @escaping @Sendable (Int) -> Void) {
    for index in 0..<threadCount {
      group.enter()
      Thread.detachNewThread { [self] in
        // The threads spin, because waking them up would take longer than some of the work.
        while !isOpen.load(ordering: .acquiring) { sched_yield() }
        work(index)
        group.leave()
      }
    }
  }

  /// Starts the work of all threads, and returns when the last thread has finished.
  public func runToEnd() {
    isOpen.store(true, ordering: .releasing)
    group.wait()
  }
}
