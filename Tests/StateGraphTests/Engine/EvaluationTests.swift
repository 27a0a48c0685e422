import StateGraph
import TestSupport
import Testing

/// The permitted actions of closures, and the number of their runs.
@Suite struct EvaluationTests {
  @Test func `a closure that reads nodes over and over depends on each once`() {
    let a = Stored(wrappedValue: 1)
    let b = Stored(wrappedValue: 1)
    let sum = Computed { _ in
      (0..<1_000).reduce(0) { sum, _ in sum + a.wrappedValue + b.wrappedValue }
    }
    for round in 1...5 {
      a.wrappedValue = round
      #expect(sum.wrappedValue == 1_000 * (round + 1))
      #expect(sum.explain().dependencies.count == 2)
    }
  }

  @Test func `a node that is read again after another node's closure is no second dependency`() {
    let filter = Stored(wrappedValue: 0)
    let items = (0..<50).map { number in
      Computed { _ in number >= filter.wrappedValue ? number : 0 }
    }
    let sum = Computed { _ in
      items.reduce(0) { $0 + $1.wrappedValue * (filter.wrappedValue + 1) }
    }
    for round in 0..<4 {
      filter.wrappedValue = round
      #expect(sum.wrappedValue == (round..<50).reduce(0, +) * (round + 1))
      #expect(sum.explain().dependencies.count == 51)
    }
  }

  @Test func `dependencies in another order, skipped and added, are found`() {
    let nodes = (0..<8).map { Stored(wrappedValue: $0) }
    let order = Stored(wrappedValue: [0, 1, 2, 3])
    let sum = Computed { _ in order.wrappedValue.map { nodes[$0].wrappedValue } }
    for wanted in [[0, 1, 2, 3], [3, 2, 1, 0], [0, 2], [5, 0, 6, 2, 7], [], [1]] {
      order.wrappedValue = wanted
      #expect(sum.wrappedValue == wanted)
      #expect(sum.explain().dependencies.count == wanted.count + 1)
      for (index, node) in nodes.enumerated() {
        #expect(node.dump.nodes.count == (wanted.contains(index) ? wanted.count + 2 : 1))
      }
    }
  }

  @Test func `a conditional dependency is not evaluated when its condition is false`() {
    let index = Stored(wrappedValue: 3)
    let items = Stored(wrappedValue: [10, 20, 30, 40])
    // This would trap if it were evaluated with fewer items.
    let item = Computed { _ in items.wrappedValue[index.wrappedValue] }
    let text = Computed { _ in
      items.wrappedValue.count > index.wrappedValue ? "\(item.wrappedValue)" : "none"
    }
    #expect(text.wrappedValue == "40")
    items.wrappedValue = [10]
    #expect(text.wrappedValue == "none")
  }

  @Test func `a set inside a closure is visible at once and delivered when the outermost ends`() {
    let source = Stored(wrappedValue: 1)
    let count = Stored(wrappedValue: 0)
    let log = Recorder<String>()
    let inner = Computed { _ in
      log.record("inner begins")
      count.wrappedValue += 1
      return source.wrappedValue
    }
    let outer = Computed { _ in
      let value = inner.wrappedValue
      log.record("outer ends")
      return value
    }
    let subscription = withGraphTracking { count.onChange { log.record("count \($0)") } }
    _ = outer.wrappedValue
    #expect(log.elements == ["count 0", "inner begins", "outer ends", "count 1"])
    subscription.cancel()
  }

  @Test func `a closure that sets a node it has read runs until nothing changes`() {
    let number = Stored(wrappedValue: 50)
    let runs = Recorder<Int>()
    let clamped = Computed { _ in
      runs.record(number.wrappedValue)
      if number.wrappedValue > 10 { number.wrappedValue -= 20 }
      return number.wrappedValue
    }
    #expect(clamped.wrappedValue == 10)
    #expect(runs.elements.first == 50)
    #expect(runs.elements.last == 10)
  }

  @Test func `a closure that changes its dependency in every run stops after a hundred runs`() {
    let number = Stored(wrappedValue: 0)
    let runs = Recorder<Void>()
    let endless = Computed { _ in
      runs.record(())
      let value = number.wrappedValue
      number.wrappedValue = value + 1
      return value
    }
    _ = endless.wrappedValue
    #expect((100...200).contains(runs.elements.count))
  }

  @Test func `an error is a value`() {
    struct Negative: Error {}
    let number = Stored(wrappedValue: 4.0)
    let root = Computed<Result<Double, any Error>> { _ in
      Result {
        try number.wrappedValue < 0 ? { throw Negative() }() : number.wrappedValue.squareRoot()
      }
    }
    #expect(throws: Never.self) { try root.wrappedValue.get() }
    number.wrappedValue = -1
    #expect(throws: Negative.self) { try root.wrappedValue.get() }
  }

  @Test func `the context has the result that the run replaces`() {
    let number = Stored(wrappedValue: 1)
    let highest = Computed { context in
      max(context.previousValue ?? .min, number.wrappedValue)
    }
    #expect(highest.wrappedValue == 1)
    number.wrappedValue = 5
    #expect(highest.wrappedValue == 5)
    number.wrappedValue = 2
    #expect(highest.wrappedValue == 5)
  }

  @Test func `a mapped node follows its source`() {
    let number = Stored(wrappedValue: 2)
    let square = number.map { _, value in value * value }
    let text = square.map { _, value in "\(value)" }
    #expect(text.wrappedValue == "4")
    number.wrappedValue = 3
    #expect(text.wrappedValue == "9")
  }

  @Test func `a thousand edges into one node: the middle of a diamond runs once each`() {
    let source = Stored(wrappedValue: 1)
    let runs = Recorder<Void>()
    let middle = (0..<1_000).map { number in
      Computed { _ in
        runs.record(())
        return source.wrappedValue + number
      }
    }
    let tail = Computed { _ in middle.reduce(0) { $0 + $1.wrappedValue } }
    #expect(tail.wrappedValue == 500_500)
    source.wrappedValue = 2
    #expect(tail.wrappedValue == 501_500)
    #expect(runs.elements.count == 2_000)
  }

  @Test func `two nodes that read each other conditionally are no cycle`() {
    let flag = Stored(wrappedValue: true)
    final class Pair: @unchecked Sendable {
      // SAFETY: set once, before anything is read.
      var first: Computed<Int>!
      var second: Computed<Int>!
    }
    let pair = Pair()
    pair.first = Computed { _ in flag.wrappedValue ? 1 : pair.second.wrappedValue + 1 }
    pair.second = Computed { _ in flag.wrappedValue ? pair.first.wrappedValue + 1 : 1 }
    for value in [true, false, true, false] {
      flag.wrappedValue = value
      #expect(pair.first.wrappedValue == (value ? 1 : 2))
      #expect(pair.second.wrappedValue == (value ? 2 : 1))
    }
  }

  @Test func `reading a node inside a database write computes each source once and keeps nothing`()
  {
    let source = Stored(wrappedValue: 1)
    let runs = Recorder<Int>()
    var last = Computed { _ in
      runs.record(source.wrappedValue)
      return source.wrappedValue
    }
    for _ in 0..<30 {
      let previous = last
      // Two paths lead to every node: without a cache there would be 2^30 runs.
      last = Computed { _ in previous.wrappedValue / 2 + previous.wrappedValue / 2 }
    }
    UncommittedValues.begin()
    _ = last.wrappedValue
    UncommittedValues.end()
    #expect(runs.elements == [1])
    #expect(last.explain().dependencies.isEmpty)
  }
}
