import StateGraph
import TestSupport
import Testing

/// Graphs that are long or wide, also on a small stack.
@Suite(.timeLimit(.minutes(20))) struct DepthTests {
  private static let length = 100_000

  /// The number of nested closures. ThreadSanitizer keeps a call stack of its own, which is limited
  /// to 64,000 frames.
  private static let depth = isThreadSanitizerOn ? 1_000 : length

  @Test func `the first read of a chain of 100,000 does not overflow the stack`() throws {
    let source = Stored(wrappedValue: 0)
    var last = Computed { _ in source.wrappedValue }
    for _ in 1..<Self.depth {
      let previous = last
      last = Computed { _ in previous.wrappedValue + 1 }
    }
    let tail = last
    // A thread with half a mebibyte of stack, like a thread of the cooperative pool.
    try withThread { #expect(tail.wrappedValue == Self.depth - 1) }
    source.wrappedValue = 1
    #expect(tail.wrappedValue == Self.depth)
  }

  @Test func `a chain of 100,000 nodes that was never read is released without recursion`() throws {
    try withThread {
      var last = Computed { _ in 0 }
      for _ in 1..<Self.length {
        let previous = last
        last = Computed { _ in previous.wrappedValue + 1 }
      }
      _ = last
    }
  }

  @Test func `100,000 dependents of one node attach, are marked and detach`() {
    let source = Stored(wrappedValue: 0)
    var dependents = (0..<Self.length).map { number in
      Computed { _ in source.wrappedValue + number }
    }
    for round in 1...2 {
      source.wrappedValue = round
      for (number, dependent) in dependents.enumerated() {
        if dependent.wrappedValue != round + number { Issue.record("\(number) is wrong") }
      }
    }
    // The most expensive order for a linked list: from both ends and the middle.
    let seed = TestSeed.current
    var random = SeededRandom(seed: seed)
    dependents.shuffle(using: &random)
    while dependents.count > 10 { dependents.removeLast(dependents.count / 2 + 1) }
    source.wrappedValue = 3
    #expect(source.dump.nodes.count == dependents.count + 1, "seed \(seed)")
  }

  @Test func `a node that reads 100,000 other nodes follows each of them`() {
    let sources = (0..<Self.length).map { Stored(wrappedValue: $0) }
    let sum = Computed { _ in sources.reduce(0) { $0 + $1.wrappedValue } }
    let before = sum.wrappedValue
    sources[77_777].wrappedValue += 1
    #expect(sum.wrappedValue == before + 1)
    sources[3].wrappedValue += 1
    #expect(sum.wrappedValue == before + 2)
  }

  @Test func `a cycle deep in a chain is detected and described from its beginning`() async throws {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      final class Box: @unchecked Sendable {
        // SAFETY: set once, before anything is read.
        var tail: Computed<Int>!
      }
      let box = Box()
      var last = Computed(name: "first") { _ in box.tail.wrappedValue + 1 }
      for _ in 0..<(isThreadSanitizerOn ? 1_000 : 10_000) {
        let previous = last
        last = Computed(name: "link") { _ in previous.wrappedValue + 1 }
      }
      box.tail = last
      _ = last.wrappedValue
    }
    let said = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(said.contains("A cycle: a computed node reads itself"))
    #expect(said.contains("link"))
  }
}
