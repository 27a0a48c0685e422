import Foundation
import StateGraph
import TestSupport
import Testing

@Suite struct UserDefaultsRaceTests {
  @Test func `sets and reads on many threads are atomic, and the last set is visible`() throws {
    let suite = DefaultsSuite()
    let nodes = (0..<4).map { _ in suite.node("text", String(repeating: "a", count: 100)) }
    let length = Computed { _ in nodes[0].wrappedValue.count }
    let values = Recorder<String>()
    let subscription = withGraphTracking { nodes[1].onChange { values.record($0) } }
    let threads = nodes.indices.map { index in
      BackgroundThread {
        for number in 0..<200 {
          let letter = String(UnicodeScalar(UInt8(97 + (index * 5 + number) % 26)))
          nodes[index].wrappedValue = String(repeating: letter, count: 100)
          let read = nodes[(index + 1) % 4].wrappedValue
          guard Set(read).count == 1, read.count == 100, length.wrappedValue == 100 else {
            throw TestFailure("a torn value: \(read)")
          }
        }
      }
    }
    for thread in threads { try thread.join() }
    #expect(values.elements.last == nodes[0].wrappedValue)
    subscription.cancel()
  }

  @Test func `observers are added and cancelled while other threads set`() throws {
    let suite = DefaultsSuite()
    let node = suite.node("count", 0)
    let setters = (0..<2).map { _ in
      BackgroundThread { for number in 0..<300 { node.wrappedValue = number } }
    }
    let observers = (0..<2).map { _ in
      BackgroundThread {
        for _ in 0..<300 {
          let subscription = withGraphTracking { node.onChange { _ in } }
          _ = Computed { _ in node.wrappedValue + 1 }.wrappedValue
          subscription.cancel()
        }
      }
    }
    for thread in setters + observers { try thread.join() }
    #expect(node.wrappedValue == 299)
  }

  @Test func `other code may change the defaults at the same time`() throws {
    let suite = DefaultsSuite()
    let node = suite.node("count", 0)
    let doubled = Computed { _ in node.wrappedValue * 2 }
    let name = suite.name
    let outsider = BackgroundThread {
      let defaults = UserDefaults(suiteName: name)
      for number in 0..<300 { defaults?.set(number, forKey: "count") }
    }
    let reader = BackgroundThread {
      for _ in 0..<300 {
        _ = doubled.wrappedValue
        _ = node.wrappedValue
      }
    }
    try outsider.join()
    try reader.join()
    #expect(node.wrappedValue == 299)
    // Another thread reports a value that a closure was the first to read.
    let arrived = Gate()
    let subscription = withGraphTracking {
      doubled.onChange { if $0 == 598 { arrived.open() } }
    }
    #expect(arrived.wait())
    subscription.cancel()
  }
}
