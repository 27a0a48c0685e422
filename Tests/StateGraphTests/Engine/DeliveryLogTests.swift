import StateGraph
import TestSupport
import Testing

/// Which observer calls are attributed to a change.
@Suite struct DeliveryLogTests {
  private let places = Recorder<Int>()
  private let source = Signal(keeping: SignalName("source"))

  private func publish() {
    var epoch = GraphEpoch()
    epoch.touch(source)
    epoch.publish(DeliveryLog { [places] in places.record($0.observer.line) })
  }

  private var count: Computed<Int> {
    let calls = Recorder<Void>()
    return Computed { [source] _ in
      source.depend()
      calls.record(())
      return calls.elements.count
    }
  }

  @Test func `an observer call is attributed once to each change that causes it`() {
    let count = count
    let subscription = withGraphTracking { count.onChange(line: 1) { _ in } }
    #expect(places.elements == [])
    publish()
    #expect(places.elements == [1])
    publish()
    #expect(places.elements == [1, 1])
    subscription.cancel()
    publish()
    #expect(places.elements == [1, 1])
  }

  @Test func `a computed node with an equal result calls no observer`() {
    let same = Computed { [source] _ in
      source.depend()
      return 1
    }
    let subscription = withGraphTracking { same.onChange(line: 1) { _ in } }
    publish()
    #expect(places.elements == [])
    subscription.cancel()
  }

  @Test func `a change without a log is attributed to no log`() {
    let (count, stored) = (count, Stored(wrappedValue: 0))
    let subscription = withGraphTracking {
      count.onChange(line: 1) { _ in }
      stored.onChange(line: 2) { _ in }
    }
    stored.wrappedValue = 1
    var epoch = GraphEpoch()
    epoch.touch(source)
    epoch.publish()
    #expect(places.elements == [])
    subscription.cancel()
  }

  @Test func `an observer call that a batch delays is attributed to its change`() {
    let count = count
    let subscription = withGraphTracking { count.onChange(line: 1) { _ in } }
    withGraphBatch {
      publish()
      #expect(places.elements == [])
    }
    #expect(places.elements == [1])
    subscription.cancel()
  }

  @Test func `a set in a handler is attributed too, and a separate publication is not`() {
    let (count, followed) = (count, Stored(wrappedValue: 0))
    let unfollowed = Signal()
    let later = Computed { _ in
      unfollowed.depend()
      return Token()
    }
    let subscription = withGraphTracking {
      count.onChange(line: 1) { value in
        followed.wrappedValue = value
        var epoch = GraphEpoch()
        epoch.touch(unfollowed)
        epoch.publish()
      }
      followed.onChange(line: 2) { _ in }
      later.onChange(line: 3) { _ in }
    }
    publish()
    #expect(places.elements == [1, 2])
    subscription.cancel()
  }

  @Test func `an observer call on another thread is attributed to the change`() throws {
    let count = count
    let (entered, mayGoOn, calls) = (Gate(), Gate(), Recorder<Int>())
    let subscription = withGraphTracking {
      count.onChange(line: 1) { value in
        calls.record(value)
        if value == 2 {
          entered.open()
          mayGoOn.wait()
        }
      }
    }
    let source = source
    let other = BackgroundThread {
      var epoch = GraphEpoch()
      epoch.touch(source)
      epoch.publish()
    }
    entered.wait()
    // The other thread is in the handler, and calls it again for this change.
    publish()
    #expect(places.elements == [])
    mayGoOn.open()
    try other.join()
    #expect(calls.elements == [1, 2, 3])
    #expect(places.elements == [1])
    subscription.cancel()
  }

  private final class Token: Sendable {}
}
