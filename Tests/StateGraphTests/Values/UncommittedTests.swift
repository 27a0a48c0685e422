import StateGraph
import TestSupport
import Testing

/// Computed values inside a database write.
@Suite(.timeLimit(.minutes(20))) struct UncommittedTests {
  @Test func `inside a write a node whose value is optional is computed`() {
    let source = Stored<Int?>(wrappedValue: 1)
    let inner = Computed<Int?> { _ in source.wrappedValue }
    let outer = Computed<Int?> { _ in inner.wrappedValue }
    UncommittedValues.begin()
    defer { UncommittedValues.end() }
    #expect(outer.wrappedValue == 1)
  }

  @Test func `inside a write nodes made in passing are not taken for one another`() {
    let outer = Computed { _ in (1...3).map { n in Computed { _ in n }.wrappedValue } }
    UncommittedValues.begin()
    defer { UncommittedValues.end() }
    #expect(outer.wrappedValue == [1, 2, 3])
  }

  @Test func `a long chain is read inside a write`() {
    let length = isThreadSanitizerOn ? 1_000 : 20_000
    let source = Stored(wrappedValue: 0)
    var last = Computed { _ in source.wrappedValue }
    for _ in 1..<length {
      let previous = last
      last = Computed { _ in previous.wrappedValue + 1 }
    }
    let tail = last
    UncommittedValues.begin()
    #expect(tail.wrappedValue == length - 1)
    UncommittedValues.end()
  }
}
