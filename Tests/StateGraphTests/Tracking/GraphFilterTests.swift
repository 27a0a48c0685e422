import StateGraph
import TestSupport
import Testing

@Suite struct GraphFilterTests {
  @Test func `a distinct filter drops a value that was set and set back in a batch`() {
    let number = Stored(wrappedValue: 1)
    let all = Recorder<Int>()
    let distinct = Recorder<Int>()
    let subscription = withGraphTracking {
      number.onChange(PassthroughFilter()) { all.record($0) }
      number.onChange(DistinctFilter()) { distinct.record($0) }
    }
    withGraphBatch {
      number.wrappedValue = 2
      number.wrappedValue = 1
    }
    number.wrappedValue = 3
    #expect(all.elements == [1, 1, 3])
    #expect(distinct.elements == [1, 3])
    subscription.cancel()
  }

  @Test func `a distinct filter compares values by a given closure`() {
    let point = Stored(wrappedValue: (x: 1, y: 1))
    let seen = Recorder<Int>()
    let subscription = withGraphTracking {
      point.onChange(DistinctFilter { $0.x == $1.x }) { seen.record($0.x * 10 + $0.y) }
    }
    point.wrappedValue.y = 2
    point.wrappedValue = (2, 3)
    #expect(seen.elements == [11, 23])
    subscription.cancel()
  }

  @Test func `a custom filter selects the delivered values`() {
    struct EveryOther: GraphFilter {
      var count = 0
      mutating func send(value: Int) -> Int? {
        count += 1
        return count.isMultiple(of: 2) ? nil : value
      }
    }
    let number = Stored(wrappedValue: 0)
    let double = Computed { _ in number.wrappedValue * 2 }
    let seen = Recorder<Int>()
    let subscription = withGraphTracking { double.onChange(EveryOther()) { seen.record($0) } }
    for value in 1...4 { number.wrappedValue = value }
    #expect(seen.elements == [0, 4, 8])
    subscription.cancel()
  }

  @Test func `a stored node with its own equality passes on only differing values`() {
    let name = Stored(wrappedValue: "Ada", areEqual: { $0.lowercased() == $1.lowercased() })
    let seen = Recorder<String>()
    let subscription = withGraphTracking { name.onChange { seen.record($0) } }
    name.wrappedValue = "ADA"
    #expect(name.wrappedValue == "Ada")
    name.wrappedValue = "Grace"
    #expect(seen.elements == ["Ada", "Grace"])
    subscription.cancel()
  }

  @Test func `a computed node compares results with its own equality`() {
    let price = Stored(wrappedValue: 1.0)
    let rounded = Computed(areEqual: { abs($0 - $1) < 0.5 }) { _ in price.wrappedValue }
    let seen = Recorder<Double>()
    let subscription = withGraphTracking { rounded.onChange { seen.record($0) } }
    price.wrappedValue = 1.2
    price.wrappedValue = 2
    #expect(seen.elements == [1, 2])
    subscription.cancel()
  }
}
