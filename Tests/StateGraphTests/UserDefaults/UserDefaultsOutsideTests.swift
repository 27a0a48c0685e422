import Foundation
import StateGraph
import TestSupport
import Testing

@testable import StateGraphUserDefaults

/// Changes by other code. Serialized, because the tests inspect the one background thread.
@Suite(.serialized) struct UserDefaultsOutsideTests {
  @Test func `a read returns a value that other code has set in the defaults`() {
    let suite = DefaultsSuite()
    let theme = suite.node("theme", "light")
    suite["theme"] = "dark"
    #expect(theme.wrappedValue == "dark")
    suite["theme"] = nil
    #expect(theme.wrappedValue == "light")
  }

  @Test func `dependents are up to date after a read has detected a change`() {
    let suite = DefaultsSuite()
    let theme = suite.node("theme", "light")
    let length = Computed { _ in theme.wrappedValue.count }
    #expect(length.wrappedValue == 5)
    // Repeated, because the background thread can be the first to detect the change.
    for number in 1...2_000 {
      suite["theme"] = String(repeating: "a", count: number % 7)
      #expect(theme.wrappedValue.count == number % 7)
      #expect(length.wrappedValue == number % 7)
    }
  }

  @Test func `an observer is called for a value that other code has stored`() {
    let suite = DefaultsSuite()
    let theme = suite.node("theme", "light")
    let arrived = Gate()
    let values = Recorder<String>()
    let subscription = withGraphTracking {
      theme.onChange { value in
        values.record(value)
        if value == "dark" { arrived.open() }
      }
    }
    suite["theme"] = "dark"
    #expect(arrived.wait())
    #expect(values.elements == ["light", "dark"])
    subscription.cancel()
  }

  @Test func `an observer of a computed node is called for the removal of a key`() {
    let suite = DefaultsSuite()
    suite["theme"] = "dark"
    let theme = suite.node("theme", "light")
    let isDark = Computed { _ in theme.wrappedValue == "dark" }
    let arrived = Gate()
    let subscription = withGraphTracking {
      isDark.onChange { if !$0 { arrived.open() } }
    }
    suite["theme"] = nil
    #expect(arrived.wait())
    subscription.cancel()
  }

  @Test func `a change that a closure finds first reaches the other dependents`() {
    let suite = DefaultsSuite()
    let theme = suite.node("theme", "light")
    let arrived = Gate()
    let subscription = withGraphTracking {
      theme.onChange { if $0 == "dark" { arrived.open() } }
    }
    suite["theme"] = "dark"
    #expect(Computed { _ in theme.wrappedValue }.wrappedValue == "dark")
    #expect(arrived.wait())
    subscription.cancel()
  }

  @Test func `nothing is watched without a dependent`() throws {
    let suite = DefaultsSuite()
    let theme = suite.node("theme", "light")
    let key = UserDefaultsKey(suite: suite.name, key: "theme")
    let watches = UserDefaultsWatches.shared
    _ = theme.wrappedValue
    theme.wrappedValue = "dark"
    #expect(!watches.isWatching(key))
    let subscription = withGraphTracking { theme.onChange { _ in } }
    #expect(watches.isWatching(key))
    #expect(UserDefaultsThread.shared.isAlive)
    subscription.cancel()
    #expect(!watches.isWatching(key))
    do {
      let length = Computed { _ in theme.wrappedValue.count }
      #expect(length.wrappedValue == 4)
      #expect(watches.isWatching(key))
    }
    #expect(!watches.isWatching(key))
  }

  @Test func `a node without references is released although its key is watched`() {
    let suite = DefaultsSuite()
    weak var gone: Stored<Int>?
    let kept = suite.node("count", 0)
    let subscription = withGraphTracking { kept.onChange { _ in } }
    do {
      let node = suite.node("count", 0)
      node.wrappedValue = 1
      gone = node
    }
    #expect(gone == nil)
    subscription.cancel()
  }

  @Test func `an observer is called for a value that another process has stored`() async {
    let suite = DefaultsSuite()
    let theme = suite.node("theme", "light")
    let arrived = Gate()
    let subscription = withGraphTracking {
      theme.onChange { if $0 == "dark" { arrived.open() } }
    }
    await #expect(processExitsWith: .success) { [name = suite.name as String] in
      let theme = Stored(wrappedValue: "", backed: .userDefaults(suite: name, key: "theme"))
      theme.wrappedValue = "dark"
    }
    #expect(await waiting(for: arrived))
    subscription.cancel()
  }

  private func waiting(for gate: Gate) async -> Bool {
    await withCheckedContinuation { continuation in
      Thread { continuation.resume(returning: gate.wait()) }.start()
    }
  }
}
