import Foundation
import StateGraph
import Testing

@Suite struct UserDefaultsValueTests {
  private enum Theme: String, GraphStorable { case light, dark }
  private enum Level: Int, Codable, GraphStorable { case low, high }
  private struct Window: Codable, GraphStorable, Equatable {
    var width = 800.0
    var title: String?
  }

  /// Sets the values, and compares what a node reads from memory and from the file.
  private func survives<Value: GraphStorable & Equatable>(
    _ values: Value...,
    initial: Value,
    by areEqual: (Value, Value) -> Bool = { $0 == $1 }
  ) -> Bool {
    let suite = DefaultsSuite()
    for value in values {
      let node = suite.node("key", initial)
      node.wrappedValue = value
      guard areEqual(node.wrappedValue, value) else { return false }
      suite.reload()
      guard areEqual(suite.node("key", initial).wrappedValue, value) else { return false }
    }
    return true
  }

  @Test func `truth values and integers of every size survive`() {
    #expect(survives(true, false, initial: false))
    #expect(survives(Int.min, .max, 0, 1, initial: 7))
    #expect(survives(Int8.min, .max, initial: 7))
    #expect(survives(Int16.min, .max, initial: 7))
    #expect(survives(Int32.min, .max, initial: 7))
    #expect(survives(Int64.min, .max, initial: 7))
    #expect(survives(Int128.min, .max, 5, initial: 7))
    #expect(survives(UInt.max, 0, initial: 7))
    #expect(survives(UInt8.max, initial: 7))
    #expect(survives(UInt16.max, initial: 7))
    #expect(survives(UInt32.max, initial: 7))
    #expect(survives(UInt64.max, UInt64(Int64.max), UInt64(Int64.max) + 1, initial: 7))
    #expect(survives(UInt128.max, initial: 7))
  }

  @Test func `floating-point numbers survive to the bit`() {
    let doubles = [
      0, -0.0, 1, 1.0 / 3, .leastNonzeroMagnitude, .greatestFiniteMagnitude, .infinity, -.infinity,
      .pi, 1e300,
    ]
    for double in doubles {
      #expect(survives(double, initial: 7) { $0.bitPattern == $1.bitPattern }, "\(double)")
    }
    #expect(survives(Double.nan, initial: 7) { $0.isNaN && $1.isNaN })
    #expect(survives(Float(0.1), -.infinity, .leastNonzeroMagnitude, initial: 7))
    #expect(survives(Float.nan, initial: 7) { $0.isNaN && $1.isNaN })
  }

  @Test(arguments: [
    "", "é", "e\u{301}", "a\"'<>&;]]>", " a ", "\r\n", "\0", "a\u{1}b", "\u{FEFF}a", "a\u{FEFF}",
    "\u{FFFE}", "👩‍👩‍👧", "nil", "true", "1",
  ])
  func `a string survives to the byte`(string: String) {
    let areEqual: (String, String) -> Bool = { $0.utf8.elementsEqual($1.utf8) }
    #expect(survives(string, initial: "initial", by: areEqual))
    #expect(survives([string: string], initial: [:]) { areEqual($0.first!.key, $1.first!.key) })
  }

  @Test func `data, dates, addresses and identifiers survive`() throws {
    #expect(survives(Data(), Data([0, 255]), initial: Data([1])))
    let dates = [0, 0.5, 0.1 + 0.2, -1e9, 1e9, 63_113_904_000, -63_113_904_000].map {
      Date(timeIntervalSinceReferenceDate: $0)
    }
    for date in dates + [Date(), .distantPast, .distantFuture] {
      #expect(survives(date, initial: Date(timeIntervalSince1970: 1)), "\(date)")
    }
    let address = try #require(URL(string: "https://example.com/a%20b?q=é#f"))
    #expect(survives(address, initial: URL(fileURLWithPath: "/")))
    #expect(survives(UUID(), initial: UUID()))
  }

  @Test func `a date without fractions of a second is stored as a plain date`() {
    let suite = DefaultsSuite()
    let date = Date(timeIntervalSinceReferenceDate: 700_000_000)
    suite.node("key", Date.distantPast).wrappedValue = date
    #expect(suite["key"] as? Date == date)
  }

  @Test func `arrays and dictionaries survive, empty and nested`() {
    #expect(survives([], [1], [.max, .min], initial: [7]))
    #expect(survives([[]], [["a"], []], initial: [["b"]]))
    #expect(survives([:], ["": 1, "a b": 2], initial: ["c": 3]))
    #expect(survives(["a": [1, nil]], initial: [:] as [String: [Int?]]))
    #expect(survives(["stategraph": "nil"], ["stategraph": "x", "value": "y"], initial: [:]))
    #expect(survives([true], initial: [false]))
    #expect(survives([1.0, -0.0], initial: [2]) { $0.map(\.bitPattern) == $1.map(\.bitPattern) })
  }

  @Test func `nil survives, apart from the absence of a value`() {
    #expect(survives(nil, "a", "", initial: "initial" as String?))
    #expect(survives(nil, 0, initial: 7 as Int?))
    #expect(survives(nil, [:], ["stategraph": "nil"], initial: ["a": "b"] as [String: String]?))
    #expect(survives(nil, .some(nil), .some(1), initial: 7 as Int??))
  }

  @Test func `enums and Codable types survive`() {
    #expect(survives(Theme.dark, initial: .light))
    #expect(survives(Theme?.none, .dark, initial: .light))
    #expect(survives([Theme.dark, .light], initial: []))
    #expect(survives(Level.high, initial: .low))
    #expect(survives(Window(width: .infinity, title: "é\"\0"), initial: Window()))
    #expect(survives(["main": Window(width: 1)], initial: [:]))
  }

  @Test func `other code finds plain values under the key`() {
    let suite = DefaultsSuite()
    suite.node("enum", Theme.light).wrappedValue = .dark
    suite.node("level", Level.low).wrappedValue = .high
    suite.node("number", 0).wrappedValue = 5
    suite.node("array", [0]).wrappedValue = [1, 2]
    #expect(suite["enum"] as? String == "dark")
    #expect(suite["level"] as? Int == 1)
    #expect(suite["number"] as? Int == 5)
    #expect(suite["array"] as? [Int] == [1, 2])
  }

  @Test func `a value of another type reads as the initial one and stays until a set`() {
    let suite = DefaultsSuite()
    suite["key"] = "text"
    let number = suite.node("key", 7)
    #expect(number.wrappedValue == 7)
    #expect(suite.node("key", [7]).wrappedValue == [7])
    #expect(suite.node("key", true).wrappedValue)
    #expect(suite.node("key", Theme.dark).wrappedValue == .dark)
    #expect(suite.node("key", Window()).wrappedValue == Window())
    #expect(suite["key"] as? String == "text")
    number.wrappedValue = 7
    #expect(suite["key"] as? Int == 7)
    suite["key"] = [1, "two"] as [Any]
    #expect(suite.node("key", [7]).wrappedValue == [7])
    suite["key"] = 300
    #expect(suite.node("key", UInt8(7)).wrappedValue == 7)
    #expect(suite.node("key", 0.5).wrappedValue == 300)
  }

  @Test(arguments: ["", " ", "é", "e\u{301}", "a.b", "\"'<>&", "\u{1}", "@count", "日本"])
  func `every key is stored and read under its own name`(key: String) {
    let suite = DefaultsSuite()
    suite.node(key, 0).wrappedValue = 5
    suite.node(key + "x", 0).wrappedValue = 6
    #expect(suite[key] as? Int == 5)
    suite.reload()
    #expect(suite.node(key, 0).wrappedValue == 5)
  }
}
