import StateGraph
import TestSupport
import Testing

/// The order of a group or handler and of the observers that it has created, if a change affects
/// both.
@Suite(.timeLimit(.minutes(20))) struct NestingTests {
  @Test func `a group runs before its inner groups, which may rely on the group's checks`() {
    let name = Stored<String?>(wrappedValue: "Ada")
    let seen = Recorder<String>()
    let subscription = withGraphTracking {
      withGraphTrackingGroup {
        guard name.wrappedValue != nil else { return seen.record("none") }
        withGraphTrackingGroup { seen.record(name.wrappedValue!) }
      }
    }
    #expect(seen.drain() == ["Ada"])
    name.wrappedValue = "Grace"
    #expect(seen.drain() == ["Grace"])
    name.wrappedValue = nil
    #expect(seen.drain() == ["none"])
    name.wrappedValue = "Ada"
    name.wrappedValue = nil
    #expect(seen.drain() == ["Ada", "none"])
    subscription.cancel()
  }

  @Test func `a group for each index never sees an index that is gone`() {
    let list = Stored(wrappedValue: ["a", "b", "c"])
    let seen = Recorder<String>()
    let subscription = withGraphTracking {
      withGraphTrackingGroup {
        for index in list.wrappedValue.indices {
          withGraphTrackingGroup { seen.record(list.wrappedValue[index]) }
        }
      }
    }
    for length in [2, 3, 0, 1] {
      _ = seen.drain()
      list.wrappedValue = Array(["x", "y", "z"].prefix(length))
      #expect(seen.elements == Array(["x", "y", "z"].prefix(length)))
    }
    subscription.cancel()
  }

  @Test func `the order holds at the end of a batch, whichever node was set first`() {
    let (outer, inner) = (Stored(wrappedValue: 0), Stored(wrappedValue: 0))
    let runs = Recorder<String>()
    let subscription = withGraphTracking {
      withGraphTrackingGroup {
        let round = outer.wrappedValue
        withGraphTrackingGroup { runs.record("\(round) \(inner.wrappedValue)") }
      }
    }
    withGraphBatch {
      inner.wrappedValue = 1
      outer.wrappedValue = 1
    }
    #expect(runs.drain() == ["0 0", "1 1"])
    withGraphBatch {
      outer.wrappedValue = 2
      inner.wrappedValue = 2
    }
    #expect(runs.drain() == ["2 2"])
    subscription.cancel()
  }

  @Test func `the order holds if the parent depends on the node through computed nodes`() {
    let name = Stored<String?>(wrappedValue: "Ada")
    let isKnown = Computed { _ in name.wrappedValue != nil }
    let isShown = Computed { _ in isKnown.wrappedValue }
    let seen = Recorder<String>()
    let subscription = withGraphTracking {
      withGraphTrackingGroup {
        guard isShown.wrappedValue else { return }
        withGraphTrackingGroup {
          withGraphTrackingMap {
            name.wrappedValue!
          } onChange: {
            seen.record($0)
          }
        }
      }
      isShown.onChange { isShown in
        guard isShown else { return }
        withGraphTrackingMap {
          "handler " + name.wrappedValue!
        } onChange: {
          seen.record($0)
        }
      }
    }
    #expect(seen.drain() == ["Ada", "handler Ada"])
    name.wrappedValue = nil
    #expect(seen.drain() == [])
    name.wrappedValue = "Grace"
    #expect(seen.drain().sorted() == ["Grace", "handler Grace"])
    name.wrappedValue = "Ada"
    #expect(seen.drain().sorted() == ["Ada", "handler Ada"])
    subscription.cancel()
  }

  @Test func `a group that ends itself by a set does not run again`() {
    let name = Stored<String?>(wrappedValue: nil)
    let seen = Recorder<String>()
    let subscription = withGraphTracking {
      withGraphTrackingGroup {
        guard name.wrappedValue != nil else { return seen.record("none") }
        withGraphTrackingGroup {
          seen.record(name.wrappedValue!)
          if name.wrappedValue == "end" { name.wrappedValue = nil }
        }
      }
    }
    name.wrappedValue = "Ada"
    name.wrappedValue = "end"
    #expect(seen.elements == ["none", "Ada", "end", "none"])
    subscription.cancel()
  }

  @Test func `a group waits for its parent, which another thread is running`() throws {
    let name = Stored<String?>(wrappedValue: "Ada")
    let other = Stored(wrappedValue: 0)
    let (entered, mayGoOn) = (Gate(), Gate())
    let isShown = Computed { _ in
      let isShown = name.wrappedValue != nil
      if !isShown {
        entered.open()
        mayGoOn.wait()
      }
      return isShown
    }
    let seen = Recorder<String>()
    let subscription = withGraphTracking {
      withGraphTrackingGroup {
        guard isShown.wrappedValue else { return }
        withGraphTrackingGroup { seen.record("\(name.wrappedValue!) \(other.wrappedValue)") }
      }
    }
    let writer = BackgroundThread { name.wrappedValue = nil }
    entered.wait()
    // The parent's thread is finding out whether the parent has to run. The inner group is about to
    // end, and must not see the name.
    other.wrappedValue = 1
    mayGoOn.open()
    try writer.join()
    #expect(seen.elements == ["Ada 0"])
    subscription.cancel()
  }

  @Test func `a group that has waited for its parent runs, if the parent does not`() throws {
    let number = Stored(wrappedValue: 0)
    let other = Stored(wrappedValue: 0)
    let (entered, mayGoOn) = (Gate(), Gate())
    let isPositive = Computed { _ in
      let value = number.wrappedValue
      if value == 2 {
        entered.open()
        mayGoOn.wait()
      }
      return value >= 0
    }
    let seen = Recorder<Int>()
    let subscription = withGraphTracking {
      withGraphTrackingGroup {
        _ = isPositive.wrappedValue
        withGraphTrackingGroup { seen.record(other.wrappedValue) }
      }
    }
    let writer = BackgroundThread { number.wrappedValue = 2 }
    entered.wait()
    other.wrappedValue = 1
    mayGoOn.open()
    try writer.join()
    #expect(seen.elements == [0, 1])
    other.wrappedValue = 2
    #expect(seen.elements == [0, 1, 2])
    subscription.cancel()
  }

  @Test func `a group waits for a reader that evaluates a node its parent has read`() throws {
    let number = Stored(wrappedValue: 0)
    let other = Stored(wrappedValue: 0)
    let (entered, mayGoOn) = (Gate(), Gate())
    let isPositive = Computed { _ in
      let value = number.wrappedValue
      if value == 2 {
        entered.open()
        mayGoOn.wait()
      }
      return value >= 0
    }
    let seen = Recorder<Int>()
    let subscription = withGraphTracking {
      isPositive.onChange { _ in other.onChange { seen.record($0) } }
    }
    // A reader evaluates the node, because the batch delays the observers.
    let reader = BackgroundThread {
      withGraphBatch {
        number.wrappedValue = 2
        _ = isPositive.wrappedValue
      }
    }
    entered.wait()
    other.wrappedValue = 1
    mayGoOn.open()
    try reader.join()
    #expect(seen.elements == [0, 1])
    subscription.cancel()
  }
}
