import StateGraph
import TestSupport
import Testing

/// The time and the order of observer calls, and the permitted actions of observers.
@Suite struct SynchronousDeliveryTests {
  @Test func `observers of the changed node run before the observers of its dependents`() {
    let number = Stored(wrappedValue: 0)
    let double = Computed { _ in number.wrappedValue * 2 }
    let text = Computed { _ in "\(double.wrappedValue)" }
    let log = Recorder<String>()
    let subscription = withGraphTracking {
      text.onChange { _ in log.record("text") }
      double.onChange { _ in log.record("double") }
      number.onChange { _ in log.record("number 1") }
      number.onChange { _ in log.record("number 2") }
    }
    _ = log.drain()
    number.wrappedValue = 1
    #expect(log.elements == ["number 1", "number 2", "double", "text"])
    subscription.cancel()
  }

  @Test func `handlers run on the thread that set, before the set returns`() throws {
    let number = Stored(wrappedValue: 0)
    let threads = Recorder<UInt>()
    let subscription = withGraphTracking {
      number.onChange { _ in threads.record(threadIdentity()) }
    }
    let writer = Recorder<UInt>()
    try withThread {
      writer.record(threadIdentity())
      number.wrappedValue = 1
      #expect(threads.elements.count == 2)
    }
    #expect(threads.elements == [threadIdentity(), writer.elements[0]])
    subscription.cancel()
  }

  @Test func `a handler that sets its observed node is called again with the new value`() {
    let number = Stored(wrappedValue: 0)
    let seen = Recorder<Int>()
    let subscription = withGraphTracking {
      number.onChange { value in
        seen.record(value)
        if value > 0, value < 5 { number.wrappedValue = value + 1 }
      }
    }
    number.wrappedValue = 1
    #expect(seen.elements == [0, 1, 2, 3, 4, 5])
    number.wrappedValue = 9
    #expect(seen.elements.last == 9)
    subscription.cancel()
  }

  @Test func `a waiting observer that another handler cancels is not called`() {
    let number = Stored(wrappedValue: 0)
    let victim = Recorder<Int>()
    let holder = Recorder<AnyCancellable>()
    let first = withGraphTracking {
      number.onChange { value in if value == 1 { holder.elements[0].cancel() } }
    }
    holder.record(withGraphTracking { number.onChange { victim.record($0) } })
    number.wrappedValue = 1
    #expect(victim.elements == [0])
    first.cancel()
  }

  @Test func `a handler may release its own subscription`() {
    final class Owner: @unchecked Sendable {
      // SAFETY: used on one thread.
      var subscription: AnyCancellable?
    }
    let number = Stored(wrappedValue: 0)
    let owner = Owner()
    let seen = Recorder<Int>()
    owner.subscription = withGraphTracking {
      number.onChange { value in
        seen.record(value)
        if value == 1 { owner.subscription = nil }
      }
    }
    number.wrappedValue = 1
    number.wrappedValue = 2
    #expect(seen.elements == [0, 1])
  }

  @Test func `a set during registration is delivered after it`() {
    let a = Stored(wrappedValue: 0)
    let b = Stored(wrappedValue: 0)
    let log = Recorder<String>()
    let subscription = withGraphTracking {
      b.onChange { log.record("b \($0)") }
      a.onChange { value in
        log.record("a \(value) begins")
        b.wrappedValue = 1
        log.record("a \(value) ends")
      }
    }
    #expect(log.elements == ["b 0", "a 0 begins", "a 0 ends", "b 1"])
    subscription.cancel()
  }

  @Test func `a batch that throws delivers its changes`() {
    struct Failure: Error {}
    let number = Stored(wrappedValue: 0)
    let seen = Recorder<Int>()
    let subscription = withGraphTracking { number.onChange { seen.record($0) } }
    #expect(throws: Failure.self) {
      try withGraphBatch {
        number.wrappedValue = 1
        throw Failure()
      }
    }
    #expect(seen.elements == [0, 1])
    subscription.cancel()
  }

  @Test
  func `a batch in a batch ends with the outer one, and computed values are up to date in it`() {
    let a = Stored(wrappedValue: 1)
    let b = Stored(wrappedValue: 2)
    let sum = Computed { _ in a.wrappedValue + b.wrappedValue }
    let seen = Recorder<Int>()
    let subscription = withGraphTracking { sum.onChange { seen.record($0) } }
    withGraphBatch {
      withGraphBatch { a.wrappedValue = 10 }
      #expect(seen.elements == [3])
      #expect(sum.wrappedValue == 12)
      b.wrappedValue = 20
    }
    #expect(seen.elements == [3, 30])
    subscription.cancel()
  }

  @Test func `a computed node with an equal result after a batch calls no observer`() {
    let number = Stored(wrappedValue: 1)
    let double = Computed { _ in number.wrappedValue * 2 }
    let seen = Recorder<Int>()
    let subscription = withGraphTracking { double.onChange { seen.record($0) } }
    withGraphBatch {
      number.wrappedValue = 2
      number.wrappedValue = 1
    }
    #expect(seen.elements == [2])
    subscription.cancel()
  }

  @Test func `ten thousand subscriptions leave no observer behind`() {
    let number = Stored(wrappedValue: 0)
    let double = Computed { _ in number.wrappedValue * 2 }
    let calls = Recorder<Int>()
    for round in 1...10_000 {
      let subscription = withGraphTracking {
        number.onChange { _ in }
        double.onChange { _ in calls.record(round) }
      }
      if round.isMultiple(of: 1_000) { number.wrappedValue = round }
      subscription.cancel()
    }
    #expect(number.dump.nodes.count == 2)
    #expect(calls.elements.count == 10_010)
  }

  @Test func `endless feedback among handlers ends the program and names the node`() async throws {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      let number = Stored(wrappedValue: 0, name: "Model.number")
      let subscription = withGraphTracking { number.onChange { number.wrappedValue = $0 &+ 1 } }
      subscription.cancel()
    }
    let said = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(said.contains("The observer of Model.number"))
    #expect(said.contains("each call changes what it observes"))
  }

  @Test func `an observer outside of every scope ends the program with a message`()
    async throws
  {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      Stored(wrappedValue: 0).onChange { _ in }
    }
    let said = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(said.contains("outside of withGraphTracking"))
  }
}
