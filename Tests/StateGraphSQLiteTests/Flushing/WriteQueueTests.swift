import StateGraphThreads
import TestSupport
import Testing

@testable import StateGraphSQLite

/// The threads of a queue of asynchronous writes.
@Suite struct WriteQueueTests {
  private let steps = Recorder<String>()

  /// A job that leaves a write, and records its steps.
  private func job(_ name: String, flushing flush: @escaping @Sendable () -> Void) -> WriteQueue.Job
  {
    { [steps] _ in
      steps.record("\(name) runs")
      return WriteQueue.Unfinished(
        waitForFlush: {
          flush()
          return nil
        },
        end: { _ in steps.record("\(name) ends") }
      )
    }
  }

  @Test func `a write ends while the body of a later one runs`() throws {
    let queue = WriteQueue()
    let (isReady, mayEnd, done) = (Gate(), Gate(), Gate())
    queue.enqueue { isReady.wait() }
    queue.enqueue(job("first") {})
    queue.enqueue { [steps] in
      steps.record("second runs")
      mayEnd.wait()
      done.open()
    }
    isReady.open()
    try waitUntil { Set(steps.elements) == ["first runs", "first ends", "second runs"] }
    mayEnd.open()
    done.wait()
  }

  @Test func `writes end in the order in which they ran`() throws {
    let queue = WriteQueue()
    let (isReady, isFlushed, isSecondFlushed, hasEnded) = (Gate(), Gate(), Gate(), Monitor(false))
    queue.enqueue { isReady.wait() }
    queue.enqueue(job("first") { isFlushed.wait() })
    queue.enqueue(job("second") { isSecondFlushed.open() })
    // This write needs no flush.
    queue.enqueue { [steps] _ in
      WriteQueue.Unfinished(waitForFlush: nil) { _ in
        steps.record("third ends")
        hasEnded.change { $0 = true }
      }
    }
    isReady.open()
    isSecondFlushed.wait()
    #expect(!hasEnded.wait(until: { $0 }, atMost: .milliseconds(100)))
    isFlushed.open()
    #expect(hasEnded.wait(until: { $0 }, atMost: .seconds(TestDeadline.seconds)))
    let ends = steps.elements.filter { $0.hasSuffix("ends") }
    #expect(ends == ["first ends", "second ends", "third ends"])
  }

  @Test func `a job knows whether another one waits`() {
    let queue = WriteQueue()
    let (isReady, done, followers) = (Gate(), Gate(), Recorder<Bool>())
    queue.enqueue { isReady.wait() }
    for _ in 0..<2 {
      queue.enqueue { hasFollower in
        followers.record(hasFollower)
        return nil
      }
    }
    queue.enqueue { done.open() }
    isReady.open()
    done.wait()
    #expect(followers.elements == [true, true])
    let alone = Gate()
    queue.enqueue { hasFollower in
      followers.record(hasFollower)
      alone.open()
      return nil
    }
    alone.wait()
    #expect(followers.elements == [true, true, false])
  }

  @Test func `if all threads finish writes, the next job waits for one of them`() throws {
    let queue = WriteQueue(threadLimit: 2)
    let (isReady, isFlushed, done) = (Gate(), Gate(), Gate())
    queue.enqueue { isReady.wait() }
    queue.enqueue(job("first") { isFlushed.wait() })
    queue.enqueue(job("second") { isFlushed.wait() })
    queue.enqueue { [steps] in
      steps.record("third runs")
      done.open()
    }
    isReady.open()
    try waitUntil { steps.elements == ["first runs", "second runs"] }
    #expect(queue.waitingCount == 1)
    #expect(queue.threadCount == 2)
    isFlushed.open()
    done.wait()
    try waitUntil { queue.threadCount == 0 }
  }

  @Test(arguments: [1, 2, 3, 64])
  func `each of many jobs runs and ends once, in order, and all threads end`(limit: Int) throws {
    let queue = WriteQueue(threadLimit: limit)
    let (runs, ends) = (Recorder<Int>(), Recorder<Int>())
    try onThreads(4) { thread in
      for number in 0..<500 {
        queue.enqueue { _ in
          let position = runs.elements.count
          runs.record(thread * 1_000 + number)
          return WriteQueue.Unfinished(
            waitForFlush: number % 3 == 0 ? nil : { nil },
            end: { _ in ends.record(position) }
          )
        }
      }
    }
    try waitUntil { queue.threadCount == 0 }
    #expect(Set(runs.elements).count == 2_000)
    #expect(ends.elements == Array(0..<2_000))
  }
}
