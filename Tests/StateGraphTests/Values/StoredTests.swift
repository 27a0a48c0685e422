import StateGraph
import TestSupport
import Testing

@Suite struct StoredTests {
  @Test func `a stored node holds the last set value`() {
    let counter = Stored(wrappedValue: 0)
    counter.wrappedValue = 1
    #expect(counter.wrappedValue == 1)
  }

  @Test func `an observer receives the current value and then each new one`() {
    let counter = Stored(wrappedValue: 0)
    let values = Recorder<Int>()
    let subscription = withGraphTracking { counter.onChange { values.record($0) } }
    counter.wrappedValue = 1
    counter.wrappedValue += 1
    #expect(values.elements == [0, 1, 2])
    subscription.cancel()
  }

  @Test func `setting an equal value calls no observer`() {
    let name = Stored(wrappedValue: "Ada")
    let values = Recorder<String>()
    let subscription = withGraphTracking { name.onChange { values.record($0) } }
    name.wrappedValue = "Ada"
    #expect(values.elements == ["Ada"])
    subscription.cancel()
  }

  @Test func `setting the same object calls no observer, and setting another one does`() {
    final class Box: Sendable {}
    let first = Box()
    let node = Stored(wrappedValue: first)
    let calls = Recorder<Bool>()
    let subscription = withGraphTracking { node.onChange { calls.record($0 === first) } }
    node.wrappedValue = first
    node.wrappedValue = Box()
    #expect(calls.elements == [true, false])
    subscription.cancel()
  }

  @Test func `an array is appended to in place`() {
    let node = Stored(wrappedValue: [Int]())
    node.wrappedValue.reserveCapacity(1_000)
    let address = node.wrappedValue.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
    for number in 0..<1_000 { node.wrappedValue.append(number) }
    let after = node.wrappedValue.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
    #expect(address == after)
    #expect(node.wrappedValue.count == 1_000)
  }

  @Test func `releasing the subscription ends delivery and releases the handler`() {
    final class Token: Sendable {}
    let node = Stored(wrappedValue: 0)
    weak var token: Token?
    var subscription: AnyCancellable? = {
      let made = Token()
      token = made
      return withGraphTracking { node.onChange { [made] _ in _ = made } }
    }()
    #expect(token != nil)
    _ = subscription
    subscription = nil
    #expect(token == nil)
  }

  @Test func `a subscription in a set lives as long as the set`() {
    let node = Stored(wrappedValue: 0)
    let values = Recorder<Int>()
    var subscriptions: Set<AnyCancellable> = []
    withGraphTracking { node.onChange { values.record($0) } }.store(in: &subscriptions)
    node.wrappedValue = 1
    subscriptions.removeAll()
    node.wrappedValue = 2
    #expect(values.elements == [0, 1])
  }

  @Test func `a batch calls each observer once, with the last value`() {
    let node = Stored(wrappedValue: 0)
    let values = Recorder<Int>()
    let subscription = withGraphTracking { node.onChange { values.record($0) } }
    withGraphBatch {
      node.wrappedValue = 1
      node.wrappedValue = 2
      #expect(node.wrappedValue == 2)
      #expect(values.elements == [0])
    }
    #expect(values.elements == [0, 2])
    subscription.cancel()
  }

  @Test
  func `a handler that sets another node is followed by that node's handlers, not interrupted`() {
    let first = Stored(wrappedValue: 0)
    let second = Stored(wrappedValue: 0)
    let log = Recorder<String>()
    let subscription = withGraphTracking {
      first.onChange { value in
        log.record("first \(value) begins")
        second.wrappedValue = value * 10
        log.record("first \(value) ends")
      }
      second.onChange { log.record("second \($0)") }
    }
    _ = log.drain()
    first.wrappedValue = 1
    #expect(log.elements == ["first 1 begins", "first 1 ends", "second 10"])
    subscription.cancel()
  }

  @Test func `a handler may cancel its own subscription`() {
    let node = Stored(wrappedValue: 0)
    let calls = Recorder<Int>()
    let holder = Recorder<AnyCancellable>()
    holder.record(
      withGraphTracking {
        node.onChange { value in
          calls.record(value)
          if value == 1 { holder.elements[0].cancel() }
        }
      }
    )
    node.wrappedValue = 1
    node.wrappedValue = 2
    #expect(calls.elements == [0, 1])
  }
}
