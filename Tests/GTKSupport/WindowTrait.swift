#if GTK
import StateGraphGTK
import StateGraphThreads
public import Testing

/// Runs tests that use the display one after the other. A test fails if it causes a critical
/// message of GLib, or if widgets are left after it.
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

  /// Runs a closure. Records an issue for each critical message, and one if widgets or views are
  /// left.
  public static func check(_ function: @Sendable () async throws -> Void) async throws {
    try await TestDisplay.open()
    _ = GLibLog.take()
    let before = await live()
    try await function()
    await TestWindow.closeAll()
    await MainLoop.waitUntilIdle()
    for message in GLibLog.take() { Issue.record("GLib: \(message)") }
    let after = await live()
    if after != before { Issue.record("left (widgets, views): \(after), before: \(before)") }
  }

  @MainActor
  private static func live() -> [Int] { [WidgetHandle.liveCount, ViewNode.liveCount] }
}

extension Trait where Self == WindowTrait {
  /// Gives each test exclusive use of the display, and checks it for messages and leaks.
  public static var windows: Self { Self() }
}

/// A lock of the display, which suspends waiting tests and serves them in their order.
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
