import StateGraph
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct GraphValuesOfExpressionTests {
  @Test func `a sequence of an expression follows every node that the expression reads`() async {
    let name = Stored(wrappedValue: "Ada")
    let count = Stored(wrappedValue: 1)
    var iterator = GraphValues { "\(name.wrappedValue) \(count.wrappedValue)" }
      .makeAsyncIterator()
    #expect(await iterator.next() == "Ada 1")
    count.wrappedValue = 2
    #expect(await iterator.next() == "Ada 2")
    name.wrappedValue = "Bob"
    #expect(await iterator.next() == "Bob 2")
  }

  @Test func `an equal result gives no value`() async {
    let number = Stored(wrappedValue: 1)
    var iterator = GraphValues { number.wrappedValue.isMultiple(of: 2) }.makeAsyncIterator()
    #expect(await iterator.next() == false)
    number.wrappedValue = 3
    number.wrappedValue = 4
    #expect(await iterator.next() == true)
  }

  @Test func `a node that the expression no longer reads does not run it again`() async {
    let isShown = Stored(wrappedValue: true)
    let name = Stored(wrappedValue: "Ada")
    let runs = Recorder<Bool>()
    var iterator = GraphValues { () -> String in
      runs.record(isShown.wrappedValue)
      return isShown.wrappedValue ? name.wrappedValue : ""
    }.makeAsyncIterator()
    #expect(await iterator.next() == "Ada")
    isShown.wrappedValue = false
    #expect(await iterator.next() == "")
    name.wrappedValue = "Bob"
    #expect(runs.elements == [true, false])
  }
}
