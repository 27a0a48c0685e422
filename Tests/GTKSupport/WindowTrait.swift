#if GTK
import StateGraphGTK
import StateGraphThreads
import TestSupport
public import Testing

/// Runs the tests that use the display one after the other. A test fails if it causes a critical
/// message of GLib, or if widgets or view nodes exist after it that did not exist before.
public struct WindowTrait: TestTrait, SuiteTrait, TestScoping {
  public var isRecursive: Bool { true }

  public func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @Sendable () async throws -> Void
  ) async throws {
    guard testCase != nil else { return try await function() }
    await Turns.shared.take()
    defer { Turns.shared.give() }
    try await Self.check(function)
  }

  /// Runs a closure on an open display, and closes all windows. Records an issue for each critical
  /// message of GLib, and an issue if widgets or view nodes are left.
  public static func check(_ function: @Sendable () async throws -> Void) async throws {
    try await TestDisplay.open()
    _ = GLibLog.take()
    let before = await live()
    try await function()
    await TestWindow.closeAll()
    await MainLoop.waitUntilIdle()
    for message in GLibLog.take() { Issue.record("GLib: \(message)") }
    let after = await live()
    if after != before { Issue.record("left (widgets, views, rows): \(after), before: \(before)") }
  }

  @MainActor
  private static func live() -> [Int] {
    [WidgetHandle.liveCount, ViewNode.liveCount, ListRowObject.liveCount]
  }
}

extension Trait where Self == WindowTrait {
  /// Gives each test exclusive use of the display, and fails the test if it causes critical
  /// messages of GLib or leaves widgets behind.
  public static var windows: Self { Self() }
}

extension Trait where Self == TimeLimitTrait {
  /// Ends a test that hangs. The time includes that of the tests for which the test waits until it
  /// gets the display. In a run with deliberate bugs, which has few tests, it is shorter.
  public static var windowTime: Self {
    .timeLimit(.minutes(TestDeadline.seconds < 60 ? 3 : 20))
  }
}

/// A lock that one test at a time holds while it uses the display. Other tests are suspended, and
/// get the lock in the order of their requests.
private final class Turns: Sendable {
  static let shared = Turns()

  private struct State {
    var isTaken = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Guarded(State())

  func take() async {
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        defer { state.isTaken = true }
        if state.isTaken { state.waiting.append(continuation) }
        return !state.isTaken
      }
      if isFree { continuation.resume() }
    }
  }

  func give() {
    let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
      if state.waiting.isEmpty {
        state.isTaken = false
        return nil
      }
      return state.waiting.removeFirst()
    }
    next?.resume()
  }
}

#endif
