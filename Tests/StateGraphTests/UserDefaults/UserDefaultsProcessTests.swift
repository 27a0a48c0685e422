import Foundation
import StateGraph
import TestSupport
import Testing

/// The effect of a set after the end of its process.
@Suite struct UserDefaultsProcessTests {
  @Test func `a set outlives a process that ends by itself`() async {
    let suite = DefaultsSuite()
    await #expect(processExitsWith: .success) { [name = suite.name as String] in
      Stored(wrappedValue: 0, backed: .userDefaults(suite: name, key: "a")).wrappedValue = 5
    }
    #expect(suite.node("a", 0).wrappedValue == 5)
  }

  @Test func `a set outlives a process that is killed right after it`() async {
    let suite = DefaultsSuite()
    await #expect(processExitsWith: .signal(SIGKILL)) { [name = suite.name as String] in
      Stored(wrappedValue: 0, backed: .userDefaults(suite: name, key: "a")).wrappedValue = 5
      kill(getpid(), SIGKILL)
    }
    #expect(suite.node("a", 0).wrappedValue == 5)
  }

  @Test func `more sets than are waited for are written when the process exits`() async {
    let suite = DefaultsSuite()
    await #expect(processExitsWith: .success) { [name = suite.name as String] in
      let count = Stored(wrappedValue: 0, backed: .userDefaults(suite: name, key: "count"))
      for number in 1...5_000 { count.wrappedValue = number }
      exit(0)
    }
    #expect(suite.node("count", 0).wrappedValue == 5_000)
  }

  @Test func `two processes that set different keys keep both`() async {
    let suite = DefaultsSuite()
    suite.node("mine", 0).wrappedValue = 1
    await #expect(processExitsWith: .success) { [name = suite.name as String] in
      Stored(wrappedValue: 0, backed: .userDefaults(suite: name, key: "theirs")).wrappedValue = 2
    }
    suite.node("mine", 0).wrappedValue = 3
    suite.reload()
    #expect(suite.node("mine", 0).wrappedValue == 3)
    #expect(suite.node("theirs", 0).wrappedValue == 2)
  }
}
