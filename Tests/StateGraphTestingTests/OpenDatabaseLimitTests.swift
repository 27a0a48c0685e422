import Synchronization
import TestSupport
import Testing

@testable import StateGraphTesting

@Suite struct OpenDatabaseLimitTests {
  @Test func `no more than the limit are open at once, and all get their turn`() async {
    let limit = OpenDatabaseLimit(3)
    let places = Places()
    await withTaskGroup { group in
      for _ in 0..<100 {
        group.addTask {
          await limit.acquire(isInner: false)
          places.take()
          await Task.yield()
          places.giveBack()
          limit.release()
        }
      }
    }
    #expect(places.most.load(ordering: .relaxed) <= 3)
    #expect(places.done.load(ordering: .relaxed) == 100)
  }

  private final class Places: Sendable {
    private let open = Atomic<Int>(0)
    let most = Atomic<Int>(0)
    let done = Atomic<Int>(0)

    func take() { most.max(open.add(1, ordering: .relaxed).newValue, ordering: .relaxed) }

    func giveBack() {
      open.subtract(1, ordering: .relaxed)
      done.add(1, ordering: .relaxed)
    }
  }

  @Test func `a test that has a database never waits for a second one`() async {
    let limit = OpenDatabaseLimit(1)
    await limit.acquire(isInner: false)
    await limit.acquire(isInner: true)
    limit.release()
    limit.release()
    await limit.acquire(isInner: false)
    limit.release()
  }
}
