import Foundation

/// Runs `body` on a new thread, and waits until it has returned. Tests use it to check whether a
/// thread sees the changes of another thread.
public func withThread(_ body: @escaping @Sendable () throws -> Void) throws {
  try BackgroundThread(body).join()
}

/// A new thread whose end a test can wait for. `join()` throws the error of the thread's code.
public final class BackgroundThread: Sendable {
  private let outcome = Recorder<Result<Void, any Error>>()
  private let done = Gate()

  public init(_ body: @escaping @Sendable () throws -> Void) {
    Thread { [outcome, done] in
      outcome.record(Result { try body() })
      done.open()
    }.start()
  }

  public func join() throws {
    guard done.wait() else { throw TestFailure("the other thread did not finish in time") }
    try outcome.elements[0].get()
  }
}

/// A task whose end a thread can wait for. The task runs on threads of its own. It therefore makes
/// progress even if tests block all threads that Swift's tasks share.
public final class BackgroundTask: Sendable {
  private let outcome = Recorder<Result<Void, any Error>>()
  private let done = Gate()

  public init(_ body: @escaping @Sendable () async throws -> Void) {
    Task(executorPreference: ThreadPerJobExecutor()) { [outcome, done] in
      do {
        try await body()
        outcome.record(.success(()))
      } catch {
        outcome.record(.failure(error))
      }
      done.open()
    }
  }

  public func join() throws {
    guard done.wait() else { throw TestFailure("the task did not finish in time") }
    try outcome.elements[0].get()
  }
}

/// A gate at which threads wait until another thread opens it. After that, it stays open. Tests use
/// gates to force an order of events.
public final class Gate: Sendable {
  private let condition = NSCondition()
  private let isOpen = Recorder<Void>()

  public init() {}

  public func open() {
    condition.lock()
    isOpen.record(())
    condition.broadcast()
    condition.unlock()
  }

  /// Whether the gate has been opened.
  public var hasOpened: Bool { !isOpen.elements.isEmpty }

  /// Waits until the gate is open. Returns false if the gate stays closed for
  /// ``TestDeadline/seconds``.
  @discardableResult
  public func wait() -> Bool {
    let deadline = Date().addingTimeInterval(TestDeadline.seconds)
    condition.lock()
    defer { condition.unlock() }
    while !hasOpened {
      if !condition.wait(until: deadline) { return false }
    }
    return true
  }
}
