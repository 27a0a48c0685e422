import Foundation

/// Runs `body` on another thread and waits for it: for what one thread sees of another.
public func withThread(_ body: @escaping @Sendable () throws -> Void) throws {
  try BackgroundThread(body).join()
}

/// A thread with an end that can be waited for.
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

/// A task with an end that a thread can wait for. It has threads of its own, and waits for none of
/// those that tests share.
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

/// Closed until it is opened; then it stays open. For tests that force an order of events.
public final class Gate: Sendable {
  private let condition = NSCondition()
  private let isOpen = Recorder<Void>()

  /// How long a thread waits. The limit only ends a test that hangs, so it is long: on a busy
  /// machine, the task that opens the gate may get no time for a minute.
  ///
  /// `STATEGRAPH_GATE_SECONDS` shortens it. Many deliberate bugs leave a gate closed.
  private static let limit: Double =
    isSanitizerOn
    ? 600
    : ProcessInfo.processInfo.environment["STATEGRAPH_GATE_SECONDS"].flatMap(Double.init) ?? 240

  public init() {}

  public func open() {
    condition.lock()
    isOpen.record(())
    condition.broadcast()
    condition.unlock()
  }

  /// True if the gate was opened.
  public var hasOpened: Bool { !isOpen.elements.isEmpty }

  /// Returns false if the gate stays closed for longer than the limit.
  @discardableResult
  public func wait() -> Bool {
    let deadline = Date().addingTimeInterval(Self.limit)
    condition.lock()
    defer { condition.unlock() }
    while !hasOpened {
      if !condition.wait(until: deadline) { return false }
    }
    return true
  }
}
