import Observation
import StateGraph
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct ObservationTests {
  final class Counter: GraphObject, Sendable {
    @GraphStored var count: Int = 0
    @GraphStored var name: String = "x"
    @GraphComputed var isEven: Bool

    init() {
      self.$isEven = .init { [$count] _ in $count.wrappedValue.isMultiple(of: 2) }
    }
  }

  @Test
  func `withObservationTracking is called once for a property that it read, and for no other`() {
    let counter = Counter()
    let calls = Recorder<String>()
    withObservationTracking {
      _ = counter.count
    } onChange: {
      calls.record("changed")
    }
    counter.name = "y"
    #expect(calls.elements == [])
    counter.count = 1
    counter.count = 2
    #expect(calls.elements == ["changed"])
  }

  @Test func `trackers of a computed property are called only if its value differs`() {
    let counter = Counter()
    let calls = Recorder<String>()
    func track() {
      withObservationTracking {
        _ = counter.isEven
      } onChange: {
        calls.record("changed")
      }
    }
    track()
    counter.count = 2
    #expect(calls.elements == [])
    counter.count = 3
    #expect(calls.elements == ["changed"])
    track()
    counter.count = 4
    #expect(calls.elements == ["changed", "changed"])
  }

  @Test func `a node without an object takes part too`() {
    GraphObservation.enable()
    let node = Stored(wrappedValue: 1)
    let sum = Computed { _ in node.wrappedValue + 1 }
    let calls = Recorder<String>()
    withObservationTracking {
      _ = (node.wrappedValue, sum.wrappedValue)
    } onChange: {
      calls.record("changed")
    }
    node.wrappedValue = 2
    #expect(calls.elements == ["changed"])
  }

  @Test func `an untracked node has no observer`() {
    let counter = Counter()
    _ = counter.count
    #expect(counter.$count.dump.nodes.count == 1)
  }

  @Test func `Observations gives the current value and the newest after a change`() async {
    let counter = Counter()
    let (values, continuation) = AsyncStream.makeStream(of: Int.self)
    let consumer = Task {
      for await value in Observations({ counter.count }) {
        continuation.yield(value)
        if value == 3 { break }
      }
      continuation.finish()
    }
    var iterator = values.makeAsyncIterator()
    #expect(await iterator.next() == 0)
    counter.count = 3
    #expect(await iterator.next() == 3)
    await consumer.value
  }

  @Test func `an object is released although it was tracked`() {
    weak var observed: Counter?
    weak var node: Stored<Int>?
    do {
      let counter = Counter()
      observed = counter
      node = counter.$count
      withObservationTracking {
        _ = counter.count
      } onChange: {
      }
      counter.count = 1
    }
    #expect(observed == nil)
    #expect(node == nil)
  }

  @Test func `a computed node runs at most once more for a tracker that was called`() {
    GraphObservation.enable()
    let source = Stored(wrappedValue: 0)
    let runs = Recorder<Void>()
    let node = Computed { _ in
      runs.record(())
      return source.wrappedValue
    }
    withObservationTracking {
      _ = node.wrappedValue
    } onChange: {
    }
    source.wrappedValue = 1
    let before = runs.elements.count
    for value in 2...10 { source.wrappedValue = value }
    #expect(runs.elements.count <= before + 1)
  }

  @Test func `a tracking whose node was released releases its handler later`() {
    final class Token: Sendable {}
    GraphObservation.enable()
    weak var plain: Token?
    weak var graph: Token?
    do {
      let token = Token()
      plain = token
      let model = PlainModel()
      withObservationTracking {
        _ = model.text
      } onChange: {
        _ = token
      }
    }
    do {
      let token = Token()
      graph = token
      let node = Stored(wrappedValue: 0)
      withObservationTracking {
        _ = node.wrappedValue
      } onChange: {
        _ = token
      }
    }
    #expect(plain == nil)
    // After this many trackings, the subject of the first one has been replaced.
    let other = Stored(wrappedValue: 0)
    for _ in 0..<200 {
      withObservationTracking {
        _ = other.wrappedValue
      } onChange: {
      }
    }
    #expect(graph == nil)
  }

  @Test func `nodes work beside an Observable class in one tracking`() {
    let model = PlainModel()
    let counter = Counter()
    let calls = Recorder<String>()
    withObservationTracking {
      _ = (model.text, counter.count)
    } onChange: {
      calls.record("changed")
    }
    counter.count = 1
    model.text = "b"
    #expect(calls.elements == ["changed"])
  }
}

@Observable private final class PlainModel {
  var text = "a"
}
