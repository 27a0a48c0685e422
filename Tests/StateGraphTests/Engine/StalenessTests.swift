import StateGraph
import Synchronization
import TestSupport
import Testing

/// Values that change while another thread is about to read them.
@Suite(.timeLimit(.minutes(20))) struct StalenessTests {
  @Test func `a dependency that changes after the walk has passed it is not lost`() {
    let (s0, s1) = (Stored(wrappedValue: 0), Stored(wrappedValue: 0))
    let d0 = Computed { _ in s0.wrappedValue }
    let d1 = Computed { _ in
      if s1.wrappedValue == 1 { try? withThread { s0.wrappedValue = 5 } }
      return 0
    }
    let sum = Computed { _ in d0.wrappedValue + d1.wrappedValue }
    #expect(sum.wrappedValue == 0)
    s1.wrappedValue = 1
    #expect(sum.wrappedValue == 5)
    #expect(sum.wrappedValue == 5)
    s0.wrappedValue = 6
    #expect(sum.wrappedValue == 6)
  }

  @Test func `an uncached value of a dependency is compared again too`() {
    let (s0, s1) = (Stored(wrappedValue: 0), Stored(wrappedValue: 0))
    let d0 = Computed { _ in s0.wrappedValue }
    let d1 = Computed { _ in
      if s1.wrappedValue == 1 {
        try? withThread {
          s0.wrappedValue = 5
          _ = d0.wrappedValue
        }
      }
      return 0
    }
    let sum = Computed { _ in d0.wrappedValue + d1.wrappedValue }
    #expect(sum.wrappedValue == 0)
    s1.wrappedValue = 1
    #expect(sum.wrappedValue == 5)
    #expect(sum.wrappedValue == 5)
  }

  @Test func `an observer is called for a dependency that changes during the walk`() {
    let (s0, s1) = (Stored(wrappedValue: 0), Stored(wrappedValue: 0))
    let d0 = Computed { _ in s0.wrappedValue }
    let d1 = Computed { _ in
      if s1.wrappedValue == 1 { s0.wrappedValue = 5 }
      return 0
    }
    let sum = Computed { _ in d0.wrappedValue + d1.wrappedValue }
    let values = Recorder<Int>()
    let subscription = withGraphTracking { sum.onChange { values.record($0) } }
    s1.wrappedValue = 1
    #expect(values.elements == [0, 5])
    s0.wrappedValue = 6
    s0.wrappedValue = 7
    #expect(values.elements == [0, 5, 6, 7])
    subscription.cancel()
  }

  @Test func `an uncached value is not kept if the evaluation has an equal result`()
    throws
  {
    let source = Stored(wrappedValue: 2)
    let holds = Atomic(false)
    let (entered, mayGoOn) = (Gate(), Gate())
    let inner = Computed { _ in
      if holds.exchange(false, ordering: .sequentiallyConsistent) {
        entered.open()
        mayGoOn.wait()
      }
      return source.wrappedValue
    }
    let outer = Computed { _ in inner.wrappedValue }
    #expect(outer.wrappedValue == 2)
    holds.store(true, ordering: .sequentiallyConsistent)
    source.wrappedValue = 1
    let slow = BackgroundThread { _ = inner.wrappedValue }
    entered.wait()
    #expect(outer.wrappedValue == 1)
    source.wrappedValue = 2
    mayGoOn.open()
    try slow.join()
    #expect(inner.wrappedValue == 2)
    #expect(outer.wrappedValue == 2)
  }

  @Test func `a set is visible behind a node that another thread evaluates`() throws {
    let source = Stored(wrappedValue: 0)
    let holds = Atomic(false)
    let (entered, mayGoOn) = (Gate(), Gate())
    let inner = Computed { _ in
      if holds.exchange(false, ordering: .sequentiallyConsistent) {
        entered.open()
        mayGoOn.wait()
      }
      return source.wrappedValue
    }
    let outer = Computed { _ in inner.wrappedValue }
    #expect(outer.wrappedValue == 0)
    holds.store(true, ordering: .sequentiallyConsistent)
    source.wrappedValue = 1
    let slow = BackgroundThread { _ = inner.wrappedValue }
    entered.wait()
    source.wrappedValue = 2
    #expect(outer.wrappedValue == 2)
    source.wrappedValue = 3
    #expect(outer.wrappedValue == 3)
    mayGoOn.open()
    try slow.join()
    #expect(outer.wrappedValue == 3)
  }

  @Test func `an uncached value never mixes old and new values`() throws {
    let source = Stored(wrappedValue: 1)
    let main = threadIdentity()
    let (entered, mayGoOn) = (Gate(), Gate())
    let tenfold = Computed { _ in source.wrappedValue * 10 }
    let isFirst = Atomic(true)
    let pair = Computed { _ in
      if threadIdentity() != main {
        entered.open()
        mayGoOn.wait()
        return [0, 0]
      }
      let left = tenfold.wrappedValue
      if isFirst.exchange(false, ordering: .relaxed) { try? withThread { source.wrappedValue = 2 } }
      return [left, source.wrappedValue * 10]
    }
    let slow = BackgroundThread { _ = pair.wrappedValue }
    entered.wait()
    #expect(pair.wrappedValue == [20, 20])
    mayGoOn.open()
    try slow.join()
  }

  @Test func `a dependency that changes its own dependency in every run stops`() {
    let number = Stored(wrappedValue: 0)
    let isOn = Stored(wrappedValue: false)
    let runs = Recorder<Void>()
    let endless = Computed { _ in
      runs.record(())
      let value = number.wrappedValue
      // Limits the duration of the test if the defect exists.
      if isOn.wrappedValue, runs.elements.count < 3_000 { number.wrappedValue = value + 1 }
      return value
    }
    let outer = Computed { _ in endless.wrappedValue }
    _ = outer.wrappedValue
    isOn.wrappedValue = true
    _ = outer.wrappedValue
    #expect(runs.elements.count <= 201)
  }

  @Test func `a read two levels above it does not multiply the runs`() {
    let number = Stored(wrappedValue: 0)
    let runs = Recorder<Void>()
    let count = Atomic(0)
    let endless = Computed { _ in
      count.add(1, ordering: .relaxed)
      let value = number.wrappedValue
      if count.load(ordering: .relaxed) < 1_000_000 { number.wrappedValue = value + 1 }
      return value
    }
    let middle = Computed { _ in endless.wrappedValue }
    let outer = Computed { _ in middle.wrappedValue }
    _ = outer.wrappedValue
    _ = runs
    #expect(count.load(ordering: .relaxed) <= 1_000)
  }
}
