import StateGraph
import TestSupport
import Testing

/// Calls a closure in its `deinit`.
private final class Guest: Sendable {
  let farewell: @Sendable () -> Void
  init(_ farewell: @escaping @Sendable () -> Void) { self.farewell = farewell }
  deinit { farewell() }
}

/// Objects that a node releases are deallocated when no closure runs any more.
@Suite struct DeferredReleaseTests {
  @Test func `a value that is replaced can read its node while it dies`() {
    let number = Stored(wrappedValue: 0)
    let seen = Recorder<Int>()
    let holder = Recorder<Computed<[Guest]>>()
    let node = Computed<[Guest]> { _ in
      _ = number.wrappedValue
      return [
        Guest { if let node = holder.elements.first { seen.record(node.wrappedValue.count) } }
      ]
    }
    holder.record(node)
    _ = node.wrappedValue
    number.wrappedValue = 1
    #expect(node.wrappedValue.count == 1)
    #expect(seen.elements == [1])
    _ = holder.drain()
  }

  @Test func `a read in the deinit of a replaced value is no dependency of its node`() {
    let (number, other) = (Stored(wrappedValue: 0), Stored(wrappedValue: 0))
    let runs = Recorder<Int>()
    let node = Computed<[Guest]> { _ in
      runs.record(number.wrappedValue)
      return [Guest { _ = other.wrappedValue }]
    }
    _ = node.wrappedValue
    number.wrappedValue = 1
    _ = node.wrappedValue
    other.wrappedValue = 1
    _ = node.wrappedValue
    #expect(runs.elements == [0, 1])
  }
}
