import Foundation

/// Runs `body` on another thread and waits for it: for what one thread sees of another.
public func withThread(_ body: @escaping @Sendable () throws -> Void) throws {
  let outcome = Recorder<Result<Void, any Error>>()
  let done = DispatchSemaphore(value: 0)
  Thread {
    outcome.record(Result { try body() })
    done.signal()
  }.start()
  guard done.wait(timeout: .now() + 30) == .success else {
    throw TestFailure("the other thread did not finish within 30 seconds")
  }
  try outcome.elements[0].get()
}
