import StateGraph
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct GraphValuesTests {
  @Test func `a sequence begins with the current value and continues with each new one`() async {
    let number = Stored(wrappedValue: 1)
    var iterator = number.values.makeAsyncIterator()
    #expect(await iterator.next() == 1)
    number.wrappedValue = 2
    #expect(await iterator.next() == 2)
    number.wrappedValue = 3
    number.wrappedValue = 4
    #expect(await iterator.next() == 4)
  }

  @Test func `a slow consumer gets the last value of many, and no value out of order`() async {
    let number = Stored(wrappedValue: 0)
    let double = Computed { _ in number.wrappedValue * 2 }
    let seen = Recorder<Int>()
    let consumer = Task {
      for await value in double.values {
        seen.record(value)
        if value == 20_000 { break }
      }
    }
    for value in 1...10_000 { number.wrappedValue = value }
    await consumer.value
    #expect(seen.elements.last == 20_000)
    #expect(seen.elements.count <= 10_001)
    #expect(seen.elements == seen.elements.sorted())
  }

  @Test func `cancelling the task ends a waiting sequence`() async {
    let number = Stored(wrappedValue: 0)
    let (first, task) = AsyncStream.makeStream(of: Void.self)
    let consumer = Task {
      var count = 0
      for await _ in number.values {
        count += 1
        task.yield()
      }
      return count
    }
    for await _ in first { break }
    consumer.cancel()
    #expect(await consumer.value == 1)
  }

  @Test func `releasing the iterator releases the node`() async {
    weak var observed: Stored<Int>?
    do {
      let number = Stored(wrappedValue: 0)
      observed = number
      var iterator = number.values.makeAsyncIterator()
      _ = await iterator.next()
    }
    #expect(observed == nil)
  }

  @Test func `a sequence may be iterated more than once, each time from the current value`() async {
    let number = Stored(wrappedValue: 1)
    let values = number.values
    var first = values.makeAsyncIterator()
    #expect(await first.next() == 1)
    number.wrappedValue = 2
    var second = values.makeAsyncIterator()
    #expect(await second.next() == 2)
    #expect(await first.next() == 2)
  }
}
