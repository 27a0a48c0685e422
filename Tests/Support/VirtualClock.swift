import StateGraphThreads

/// A clock that stands still until ``advance(by:)`` moves it. A sleep ends when the time of the
/// clock reaches the deadline of the sleep.
///
/// As with a real clock, a sleep until a past time ends at once, and a cancelled sleep throws. The
/// clock leaves out the delay and the tolerance of real sleeps, and ends all sleeps that are due
/// together, in no defined order.
public final class VirtualClock: Clock {
  public struct Instant: InstantProtocol {
    var offset: Duration
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    public func duration(to other: Instant) -> Duration { other.offset - offset }
    public static func < (one: Instant, other: Instant) -> Bool { one.offset < other.offset }
  }

  private struct State {
    var now = Instant(offset: .zero)
    var sleepers: [Int: (deadline: Instant, end: AsyncStream<Void>.Continuation)] = [:]
    var nextSleeper = 0
  }

  private let state = Guarded(State())
  private let (starts, started) = AsyncStream.makeStream(of: Void.self)

  public init() {}

  public var now: Instant { state.withLock { $0.now } }
  public var minimumResolution: Duration { .zero }

  public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let (stream, end) = AsyncStream.makeStream(of: Void.self)
    let isDue = state.withLock { state in
      if deadline <= state.now { return true }
      state.sleepers[state.nextSleeper] = (deadline, end)
      state.nextSleeper += 1
      return false
    }
    if isDue { end.finish() }
    started.yield()
    for await _ in stream {}
    try Task.checkCancellation()
  }

  /// Waits until a further sleep has begun. The n-th call of this function returns when n sleeps
  /// have begun.
  public func waitForSleeper() async {
    for await _ in starts { return }
  }

  public func advance(by duration: Duration) {
    let due = state.withLock { state in
      state.now = state.now.advanced(by: duration)
      let now = state.now
      let due = state.sleepers.filter { $0.value.deadline <= now }
      for number in due.keys { state.sleepers[number] = nil }
      return due.values.map(\.end)
    }
    for end in due { end.finish() }
  }
}
