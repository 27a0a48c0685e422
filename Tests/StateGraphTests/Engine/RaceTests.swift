import Glibc
import StateGraph
import Synchronization
import TestSupport
import Testing

/// Forced races. Each test produces the one order of events that would fail without the mechanism
/// that it tests; a diagram shows the order.
@Suite(.timeLimit(.minutes(20))) struct RaceTests {
  //  evaluating thread          other thread
  //  read a (1)
  //                             set a = 2: no edge yet, nothing to mark
  //  return 1, add the edge
  //  must notice, run again
  @Test func `a change that comes before the first edge exists is not lost`() throws {
    let a = Stored(wrappedValue: 1)
    let isFirst = Atomic(true)
    let runs = Recorder<Int>()
    let node = Computed { _ in
      let value = a.wrappedValue
      runs.record(value)
      if isFirst.exchange(false, ordering: .relaxed) {
        try? withThread { a.wrappedValue = 2 }
      }
      return value
    }
    #expect(node.wrappedValue == 2)
    #expect(runs.elements == [1, 2])
  }

  //  committing thread          reading thread
  //  x = 1
  //                             read x (1), y (0)
  //  y = 1, mark both
  //                             must not return (1, 0)
  @Test func `a closure that runs while a commit is published waits and runs again`() throws {
    let x = Atomic(0)
    let y = Atomic(0)
    let (xSignal, ySignal) = (Signal(), Signal())
    let (half, hasRead) = (Gate(), Gate())
    let pair = Computed { _ in
      xSignal.depend()
      let first = x.load(ordering: .relaxed)
      ySignal.depend()
      let second = y.load(ordering: .relaxed)
      return [first, second]
    }
    #expect(pair.wrappedValue == [0, 0])
    let seen = Recorder<[Int]>()
    let reader = BackgroundThread {
      half.wait()
      // A new node, so that its first evaluation happens during the commit.
      let late = Computed { _ in
        xSignal.depend()
        let first = x.load(ordering: .relaxed)
        ySignal.depend()
        let second = y.load(ordering: .relaxed)
        hasRead.open()
        return [first, second]
      }
      seen.record(late.wrappedValue)
    }
    var epoch = GraphEpoch()
    x.store(1, ordering: .relaxed)
    half.open()
    hasRead.wait()
    // The reader has ended its closure: it waits, or it has returned what it read.
    while PublishLock.waiterCount.load(ordering: .relaxed) == 0, seen.elements.isEmpty {
      sched_yield()
    }
    y.store(1, ordering: .relaxed)
    epoch.touch(xSignal)
    epoch.touch(ySignal)
    epoch.publish()
    try reader.join()
    #expect(seen.elements == [[1, 1]])
    #expect(pair.wrappedValue == [1, 1])
  }

  @Test func `changes of other nodes cause no run`() throws {
    let source = Stored(wrappedValue: 0)
    let elsewhere = Stored(wrappedValue: 0)
    let runs = Recorder<Int>()
    let left = Computed { _ in source.wrappedValue + 1 }
    let right = Computed { _ in source.wrappedValue - 1 }
    let tail = Computed { _ in
      let sum = left.wrappedValue + right.wrappedValue
      // The set happens between the reads and the end of the closure, as on another thread.
      elsewhere.wrappedValue += 1
      runs.record(sum)
      return sum
    }
    for value in 1...10 {
      source.wrappedValue = value
      elsewhere.wrappedValue += 1
      _ = tail.wrappedValue
    }
    #expect(runs.elements == (1...10).map { $0 * 2 })
  }

  //  slow thread                fast thread
  //  begin evaluating
  //                             read: computes for itself, does not wait
  //  end
  @Test func `a reader does not wait for another thread's closure`() throws {
    let (started, mayEnd) = (Gate(), Gate())
    let isFirst = Atomic(true)
    let node = Computed { _ in
      if isFirst.exchange(false, ordering: .relaxed) {
        started.open()
        mayEnd.wait()
      }
      return 42
    }
    let slow = BackgroundThread { _ = node.wrappedValue }
    started.wait()
    #expect(node.wrappedValue == 42)
    mayEnd.open()
    try slow.join()
    #expect(node.wrappedValue == 42)
  }

  //  first thread               second thread
  //  begin evaluating inner
  //                             outer reads inner beside it (1)
  //                             set source = 2: inner has no edge to it yet
  //  read source (2), publish
  //                             outer must hear of it
  @Test func `an uncached value is not kept after a change`() throws {
    let source = Stored(wrappedValue: 1)
    let isFirst = Atomic(true)
    let (entered, mayGoOn) = (Gate(), Gate())
    let inner = Computed { _ in
      if isFirst.exchange(false, ordering: .relaxed) {
        entered.open()
        mayGoOn.wait()
      }
      return source.wrappedValue
    }
    let outer = Computed { _ in inner.wrappedValue }
    let values = Recorder<Int>()
    let slow = BackgroundThread { _ = inner.wrappedValue }
    entered.wait()
    #expect(outer.wrappedValue == 1)
    let subscription = withGraphTracking { outer.onChange { values.record($0) } }
    source.wrappedValue = 2
    mayGoOn.open()
    try slow.join()
    #expect(inner.wrappedValue == 2)
    #expect(outer.wrappedValue == 2)
    #expect(values.elements == [1, 2])
    subscription.cancel()
  }

  @Test func `a handler does not begin after it was cancelled during the closure`() throws {
    let source = Stored(wrappedValue: 0)
    let (running, mayGoOn) = (Gate(), Gate())
    let node = Computed { _ in
      let value = source.wrappedValue
      if value == 1 {
        running.open()
        mayGoOn.wait()
      }
      return value
    }
    let values = Recorder<Int>()
    let subscription = withGraphTracking { node.onChange { values.record($0) } }
    let writer = BackgroundThread { source.wrappedValue = 1 }
    running.wait()
    subscription.cancel()
    mayGoOn.open()
    try writer.join()
    #expect(values.elements == [0])
  }
}
