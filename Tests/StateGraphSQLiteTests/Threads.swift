import Foundation
import TestSupport

/// Runs `body` on `count` threads at once and waits for all of them.
func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) throws -> Void) throws {
  let outcomes = Recorder<Result<Void, any Error>>()
  let done = DispatchSemaphore(value: 0)
  for number in 0..<count {
    Thread {
      outcomes.record(Result { try body(number) })
      done.signal()
    }.start()
  }
  for _ in 0..<count {
    guard done.wait(timeout: .now() + TestDeadline.seconds) == .success else {
      throw TestFailure("a thread did not finish in time")
    }
  }
  for outcome in outcomes.elements { try outcome.get() }
}
