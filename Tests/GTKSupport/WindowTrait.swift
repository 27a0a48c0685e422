#if GTK
import StateGraphGTK
import StateGraphThreads
public import Testing

/// Runs each test alone with the display, and fails it if it causes a critical message of GLib, or
/// leaves a widget.
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

  /// Runs a closure, and records its critical messages and the widgets that it leaves as issues.
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
  /// Gives each test of the suite the display for itself.
  public static var windows: Self { Self() }
}

/// Lets one test after the other use the display.
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
