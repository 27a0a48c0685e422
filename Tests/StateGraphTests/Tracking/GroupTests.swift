import StateGraph
import TestSupport
import Testing

@Suite struct GroupTests {
  @Test func `a group does not follow what it reads without tracking`() {
    let text = Stored(wrappedValue: "a")
    let author = Stored(wrappedValue: "Ada")
    let log = Recorder<String>()
    let subscription = withGraphTracking {
      withGraphTrackingGroup {
        let text = text.wrappedValue
        withoutGraphTracking { log.record(author.wrappedValue + " " + text) }
      }
    }
    author.wrappedValue = "Bob"
    #expect(log.elements == ["Ada a"])
    text.wrappedValue = "b"
    #expect(log.elements == ["Ada a", "Bob b"])
    subscription.cancel()
  }

  @Test func `a group runs as a whole when anything it read has changed, and not otherwise`() {
    let isLoggedIn = Stored(wrappedValue: false)
    let name = Stored(wrappedValue: "Ada")
    let runs = Recorder<String>()
    let subscription = withGraphTracking {
      withGraphTrackingGroup {
        runs.record(isLoggedIn.wrappedValue ? name.wrappedValue : "nobody")
      }
    }
    #expect(runs.drain() == ["nobody"])
    name.wrappedValue = "Grace"
    #expect(runs.drain() == [])
    isLoggedIn.wrappedValue = true
    name.wrappedValue = "Ada"
    #expect(runs.drain() == ["Grace", "Ada"])
    subscription.cancel()
    name.wrappedValue = "Grace"
    #expect(runs.drain() == [])
  }

  @Test func `a group runs once for a batch`() {
    let a = Stored(wrappedValue: 1)
    let b = Stored(wrappedValue: 2)
    let sums = Recorder<Int>()
    let subscription = withGraphTracking {
      withGraphTrackingGroup { sums.record(a.wrappedValue + b.wrappedValue) }
    }
    withGraphBatch {
      a.wrappedValue = 10
      b.wrappedValue = 20
    }
    #expect(sums.elements == [3, 30])
    subscription.cancel()
  }

  @Test func `an observer in a group ends when the group runs again`() {
    let outer = Stored(wrappedValue: 0)
    let inner = Stored(wrappedValue: 0)
    let calls = Recorder<String>()
    let subscription = withGraphTracking {
      withGraphTrackingGroup {
        let round = outer.wrappedValue
        withGraphTrackingGroup { calls.record("group \(round): \(inner.wrappedValue)") }
        inner.onChange { calls.record("observer \(round): \($0)") }
      }
    }
    #expect(calls.drain() == ["group 0: 0", "observer 0: 0"])
    outer.wrappedValue = 1
    #expect(calls.drain() == ["group 1: 0", "observer 1: 0"])
    inner.wrappedValue = 5
    #expect(calls.drain().sorted() == ["group 1: 5", "observer 1: 5"])
    subscription.cancel()
    inner.wrappedValue = 6
    outer.wrappedValue = 2
    #expect(calls.drain() == [])
  }

  @Test func `an observer in a handler ends with the handler's next call`() {
    let selection = Stored(wrappedValue: 0)
    let items = (0..<3).map { Stored(wrappedValue: $0 * 10) }
    let seen = Recorder<Int>()
    let subscription = withGraphTracking {
      selection.onChange { index in items[index].onChange { seen.record($0) } }
    }
    selection.wrappedValue = 2
    items[0].wrappedValue = 1
    items[2].wrappedValue = 21
    #expect(seen.elements == [0, 20, 21])
    subscription.cancel()
    items[2].wrappedValue = 22
    #expect(seen.elements == [0, 20, 21])
  }

  @Test func `a map delivers results that differ, and reads in onChange are not tracked`() {
    let number = Stored(wrappedValue: 1)
    let other = Stored(wrappedValue: 0)
    let results = Recorder<Bool>()
    let subscription = withGraphTracking {
      withGraphTrackingMap {
        number.wrappedValue.isMultiple(of: 2)
      } onChange: { isEven in
        _ = other.wrappedValue
        results.record(isEven)
      }
    }
    number.wrappedValue = 3
    other.wrappedValue = 1
    number.wrappedValue = 4
    #expect(results.elements == [false, true])
    subscription.cancel()
  }

  @Test func `a map of an object ends with the object`() {
    final class Model: Sendable {
      @GraphStored var count: Int = 0
    }
    let results = Recorder<Int>()
    var model: Model? = Model()
    weak let observed = model
    let subscription = withGraphTracking {
      withGraphTrackingMap(from: model!, map: { $0.count }, onChange: { results.record($0) })
    }
    model?.count = 1
    model = nil
    #expect(observed == nil)
    #expect(results.elements == [0, 1])
    subscription.cancel()
  }

  @Test func `a group that sets a node it has read runs until nothing changes`() {
    let number = Stored(wrappedValue: 50)
    let runs = Recorder<Int>()
    let subscription = withGraphTracking {
      withGraphTrackingGroup {
        runs.record(number.wrappedValue)
        if number.wrappedValue > 10 { number.wrappedValue = 10 }
      }
    }
    #expect(runs.drain() == [50, 10])
    number.wrappedValue = 11
    #expect(runs.drain() == [11, 10])
    subscription.cancel()
  }

  @Test func `a subscription that withGraphTracking creates in a group belongs to its holder`() {
    let outer = Stored(wrappedValue: 0)
    let inner = Stored(wrappedValue: 0)
    let seen = Recorder<Int>()
    let kept = Recorder<AnyCancellable>()
    let subscription = withGraphTracking {
      withGraphTrackingGroup {
        guard outer.wrappedValue == 0 else { return }
        kept.record(withGraphTracking { inner.onChange { seen.record($0) } })
      }
    }
    outer.wrappedValue = 1
    inner.wrappedValue = 1
    #expect(seen.elements == [0, 1])
    subscription.cancel()
    _ = kept.drain()
  }
}
