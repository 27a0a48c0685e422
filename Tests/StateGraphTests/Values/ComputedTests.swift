import StateGraph
import TestSupport
import Testing

@Suite struct ComputedTests {
  @Test func `a computed node follows the nodes that it reads`() {
    let a = Stored(wrappedValue: 10)
    let b = Stored(wrappedValue: 20)
    let sum = Computed { _ in a.wrappedValue + b.wrappedValue }
    #expect(sum.wrappedValue == 30)
    a.wrappedValue = 15
    #expect(sum.wrappedValue == 35)
  }

  @Test func `a node that is read without tracking is no dependency`() {
    let title = Stored(wrappedValue: "one")
    let limit = Stored(wrappedValue: 10)
    let runs = Recorder<Int>()
    let cut = Computed<String> { context in
      let count = context.withoutTracking { limit.wrappedValue }
      runs.record(count)
      return String(title.wrappedValue.prefix(count))
    }
    #expect(cut.wrappedValue == "one")
    limit.wrappedValue = 2
    #expect(cut.wrappedValue == "one")
    #expect(runs.elements == [10])
    title.wrappedValue = "two"
    #expect(cut.wrappedValue == "tw")
    #expect(runs.elements == [10, 2])
  }

  @Test func `after a read without tracking, reads are dependencies again`() {
    let first = Stored(wrappedValue: 1)
    let second = Stored(wrappedValue: 1)
    let sum = Computed<Int> { context in
      context.withoutTracking { first.wrappedValue } + second.wrappedValue
    }
    #expect(sum.wrappedValue == 2)
    second.wrappedValue = 5
    #expect(sum.wrappedValue == 6)
  }

  @Test func `no closure runs before a read, and then it runs once`() {
    let a = Stored(wrappedValue: 1)
    let runs = Recorder<Int>()
    let double = Computed { _ in
      runs.record(a.wrappedValue)
      return a.wrappedValue * 2
    }
    #expect(runs.elements == [])
    _ = double.wrappedValue
    _ = double.wrappedValue
    #expect(runs.elements == [1])
    a.wrappedValue = 2
    #expect(runs.elements == [1])
    #expect(double.wrappedValue == 4)
    #expect(runs.elements == [1, 2])
  }

  @Test func `an equal result does not propagate`() {
    let number = Stored(wrappedValue: 1)
    let isEven = Computed { _ in number.wrappedValue % 2 == 0 }
    let runs = Recorder<Bool>()
    let text = Computed { _ in
      runs.record(isEven.wrappedValue)
      return isEven.wrappedValue ? "even" : "odd"
    }
    #expect(text.wrappedValue == "odd")
    number.wrappedValue = 3
    #expect(text.wrappedValue == "odd")
    #expect(runs.elements == [false])
  }

  @Test func `the tail of a diamond runs once and never sees two halves of a change`() {
    let source = Stored(wrappedValue: 1)
    let left = Computed { _ in source.wrappedValue + 1 }
    let right = Computed { _ in source.wrappedValue * -1 }
    let sums = Recorder<Int>()
    let tail = Computed { _ in
      let sum = left.wrappedValue + right.wrappedValue
      sums.record(sum)
      return sum
    }
    let subscription = withGraphTracking { tail.onChange { _ in } }
    for value in 2...10 { source.wrappedValue = value }
    #expect(sums.elements == Array(repeating: 1, count: 10))
    subscription.cancel()
  }

  @Test func `a conditional read is a conditional dependency`() {
    let flag = Stored(wrappedValue: true)
    let a = Stored(wrappedValue: "a")
    let b = Stored(wrappedValue: "b")
    let runs = Recorder<String>()
    let chosen = Computed { _ in
      let value = flag.wrappedValue ? a.wrappedValue : b.wrappedValue
      runs.record(value)
      return value
    }
    _ = chosen.wrappedValue
    b.wrappedValue = "b2"
    _ = chosen.wrappedValue
    #expect(runs.elements == ["a"])
    flag.wrappedValue = false
    #expect(chosen.wrappedValue == "b2")
    a.wrappedValue = "a2"
    _ = chosen.wrappedValue
    #expect(runs.elements == ["a", "b2"])
  }

  @Test func `a computed made inside another's closure stays a dependency`() {
    let source = Stored(wrappedValue: 1)
    let outer = Computed { _ in Computed { _ in source.wrappedValue * 2 }.wrappedValue + 1 }
    #expect(outer.wrappedValue == 3)
    source.wrappedValue = 5
    #expect(outer.wrappedValue == 11)
  }

  @Test func `a subscription keeps a temporary computed alive`() {
    let stock = Stored(wrappedValue: 10)
    let cart = Stored(wrappedValue: 0)
    let values = Recorder<Bool>()
    let subscription = withGraphTracking {
      Computed { _ in stock.wrappedValue > cart.wrappedValue }.onChange { values.record($0) }
    }
    cart.wrappedValue = 1
    stock.wrappedValue = 0
    #expect(values.elements == [true, false])
    subscription.cancel()
  }

  @Test func `a chain of 100,000 is marked, validated and released without recursion`() {
    let source = Stored(wrappedValue: 0)
    var chain = [Computed { _ in source.wrappedValue }]
    for _ in 1..<100_000 {
      let previous = chain[chain.count - 1]
      chain.append(Computed { _ in previous.wrappedValue + 1 })
      _ = chain[chain.count - 1].wrappedValue
    }
    source.wrappedValue = 1
    #expect(chain[99_999].wrappedValue == 100_000)
    chain.removeAll()
  }

  @Test func `ten thousand dependents run once per change, and leave no edge behind`() {
    let source = Stored(wrappedValue: 0)
    let runs = Recorder<Int>()
    var dependents = (0..<10_000).map { number in
      Computed { _ in
        runs.record(number)
        return source.wrappedValue + number
      }
    }
    for round in 1...3 {
      source.wrappedValue = round
      #expect(dependents.reduce(0) { $0 + $1.wrappedValue } == 49_995_000 + round * 10_000)
      #expect(runs.drain() == Array(0..<10_000))
      #expect(source.dump.edges.count == 10_000)
    }
    dependents.removeAll()
    source.wrappedValue = 9
    #expect(source.dump.edges.isEmpty)
    #expect(runs.elements.isEmpty)
  }

  @Test func `a cycle ends the program with a message`() async throws {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      final class Pair: @unchecked Sendable {
        // SAFETY: used on one thread.
        var first: Computed<Int>!
        var second: Computed<Int>!
      }
      let pair = Pair()
      pair.first = Computed { _ in pair.second.wrappedValue + 1 }
      pair.second = Computed { _ in pair.first.wrappedValue + 1 }
      _ = pair.first.wrappedValue
    }
    // A stack overflow would also be a failure, but not the promised one.
    let said = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(said.contains("A cycle: a computed node reads itself"))
  }

  @Test func `writers and readers on many threads end with the same last value`() async {
    let source = Stored(wrappedValue: 0)
    let double = Computed { _ in source.wrappedValue * 2 }
    let seen = Recorder<Int>()
    let subscription = withGraphTracking { double.onChange { seen.record($0) } }
    await withTaskGroup(of: Void.self) { group in
      for writer in 0..<4 {
        group.addTask {
          for number in 1...500 { source.wrappedValue = writer * 1_000 + number }
        }
        group.addTask {
          for _ in 0..<500 { _ = double.wrappedValue }
        }
      }
    }
    #expect(double.wrappedValue == source.wrappedValue * 2)
    #expect(seen.elements.last == source.wrappedValue * 2)
    subscription.cancel()
  }
}
