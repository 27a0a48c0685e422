import Foundation
import StateGraph
import TestSupport
import Testing

@Suite struct UserDefaultsBackingTests {
  @Test func `a node without a stored value answers with its initial one and writes nothing`() {
    let suite = DefaultsSuite()
    let theme = suite.node("theme", "light")
    #expect(theme.wrappedValue == "light")
    #expect(suite["theme"] == nil)
    #expect(!FileManager.default.fileExists(atPath: suite.file))
  }

  @Test func `a set is in the defaults and in the file when it returns`() throws {
    let suite = DefaultsSuite()
    suite.node("theme", "light").wrappedValue = "dark"
    #expect(suite["theme"] as? String == "dark")
    let text = try String(contentsOfFile: suite.file, encoding: .utf8)
    #expect(text.contains("<string>dark</string>"))
  }

  @Test func `the program's own defaults are the ones without a suite`() {
    let key = "stategraph-test-\(UUID().uuidString)"
    defer {
      UserDefaults.standard.removeObject(forKey: key)
      UserDefaults.standard.synchronize()
    }
    let node = Stored(wrappedValue: 1, backed: .userDefaults(key: key))
    node.wrappedValue = 2
    #expect(UserDefaults.standard.integer(forKey: key) == 2)
  }

  @Test func `a key that is made at run time is used as it is`() {
    let suite = DefaultsSuite()
    for number in 0..<3 { suite.node("key \(number)", -1).wrappedValue = number }
    for number in 0..<3 { #expect(suite["key \(number)"] as? Int == number) }
    #expect(suite[""] == nil)
  }

  @Test func `an optional with an initial value can be set to nil`() {
    let suite = DefaultsSuite()
    let name = suite.node("name", "initial" as String?)
    name.wrappedValue = nil
    #expect(name.wrappedValue == nil)
    suite.reload()
    #expect(suite.node("name", "initial" as String?).wrappedValue == nil)
  }

  @Test func `a computed node depends on the keys it reads from the defaults`() {
    let suite = DefaultsSuite()
    let theme = suite.node("theme", "light")
    let runs = Recorder<Void>()
    let isDark = Computed { _ in
      runs.record(())
      return theme.wrappedValue == "dark"
    }
    #expect(!isDark.wrappedValue)
    theme.wrappedValue = "dark"
    #expect(isDark.wrappedValue)
    #expect(isDark.wrappedValue)
    #expect(runs.elements.count == 2)
  }

  @Test func `an observer is called once for each set of a different value`() {
    let suite = DefaultsSuite()
    let count = suite.node("count", 0)
    let values = Recorder<Int>()
    let subscription = withGraphTracking { count.onChange { values.record($0) } }
    count.wrappedValue = 0
    count.wrappedValue = 1
    count.wrappedValue = 1
    count.wrappedValue += 1
    withGraphBatch {
      count.wrappedValue = 3
      count.wrappedValue = 4
    }
    #expect(values.elements == [0, 1, 2, 4])
    subscription.cancel()
  }

  @Test func `setting the initial value stores it and calls no observer`() {
    let suite = DefaultsSuite()
    let count = suite.node("count", 5)
    let values = Recorder<Int>()
    let subscription = withGraphTracking { count.onChange { values.record($0) } }
    count.wrappedValue = 5
    #expect(suite["count"] as? Int == 5)
    #expect(values.elements == [5])
    subscription.cancel()
  }

  @Test func `setting the initial value over a value of another type calls no observer`() {
    let suite = DefaultsSuite()
    suite["count"] = "many"
    let count = suite.node("count", 5)
    let values = Recorder<Int>()
    let subscription = withGraphTracking { count.onChange { values.record($0) } }
    count.wrappedValue = 5
    #expect(suite["count"] as? Int == 5)
    #expect(values.elements == [5])
    subscription.cancel()
  }

  @Test func `two nodes over one key share their dependents`() {
    let suite = DefaultsSuite()
    let first = suite.node("name", "")
    let second = suite.node("name", "")
    let length = Computed { _ in second.wrappedValue.count }
    let values = Recorder<String>()
    let subscription = withGraphTracking { second.onChange { values.record($0) } }
    #expect(length.wrappedValue == 0)
    first.wrappedValue = "Ada"
    #expect(length.wrappedValue == 3)
    #expect(values.elements == ["", "Ada"])
    subscription.cancel()
  }

  @Test func `two nodes with different initial values are each notified of their own changes`() {
    let suite = DefaultsSuite()
    let one = suite.node("number", 1)
    let two = suite.node("number", 2)
    let values = Recorder<Int>()
    let subscription = withGraphTracking {
      one.onChange { _ in }
      two.onChange { values.record($0) }
    }
    one.wrappedValue = 1
    #expect(values.elements == [2, 1])
    subscription.cancel()
  }

  @Test func `other keys and suites are left alone`() {
    let suite = DefaultsSuite()
    let other = DefaultsSuite()
    let values = Recorder<Int>()
    let observed = suite.node("a", 0)
    let subscription = withGraphTracking { observed.onChange { values.record($0) } }
    suite.node("b", 0).wrappedValue = 1
    other.node("a", 0).wrappedValue = 1
    #expect(values.elements == [0])
    #expect(observed.wrappedValue == 0)
    subscription.cancel()
  }

  @Test func `a stored array is changed in place`() {
    let suite = DefaultsSuite()
    let list = suite.node("list", [Int]())
    list.wrappedValue.append(1)
    list.wrappedValue.append(2)
    #expect(suite["list"] as? [Int] == [1, 2])
  }

  @Test func `a handler may set the node that it observes`() {
    let suite = DefaultsSuite()
    let count = suite.node("count", 0)
    let values = Recorder<Int>()
    let subscription = withGraphTracking {
      count.onChange { value in
        values.record(value)
        if value == 1 { count.wrappedValue = 2 }
      }
    }
    count.wrappedValue = 1
    #expect(values.elements == [0, 1, 2])
    subscription.cancel()
  }

  @Test func `a binding sets the stored value`() {
    let suite = DefaultsSuite()
    let binding = suite.node("theme", "light").binding
    binding.wrappedValue = "dark"
    #expect(suite["theme"] as? String == "dark")
  }

  @Test func `memory is one of the backings`() {
    let node = Stored(wrappedValue: 1, backed: .memory)
    let values = Recorder<Int>()
    let subscription = withGraphTracking { node.onChange { values.record($0) } }
    node.wrappedValue = 1
    node.wrappedValue = 2
    #expect(values.elements == [1, 2])
    subscription.cancel()
  }
}
