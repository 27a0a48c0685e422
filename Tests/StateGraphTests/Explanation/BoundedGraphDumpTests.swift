import StateGraph
import StateGraphCore
import TestSupport
import Testing

/// A snapshot of the nodes around one node, with limits.
@Suite struct BoundedGraphDumpTests {
  /// A chain of nodes, each of which reads the one before.
  private func chain(_ count: Int) -> [GraphNode] {
    let first = Stored(wrappedValue: 0, name: "n0")
    var nodes: [GraphNode] = [first]
    var last = Computed(name: "n1") { _ in first.wrappedValue + 1 }
    nodes.append(last)
    for _ in 2..<count {
      let previous = last
      last = Computed(name: "link") { _ in previous.wrappedValue + 1 }
      nodes.append(last)
    }
    #expect(last.wrappedValue == count - 1)
    return nodes
  }

  @Test func `it has what the node reads, and what depends on it, up to a number of steps`() {
    let nodes = chain(9)
    let dump = BoundedGraphDump(around: nodes[4], depth: 2, limit: 100)
    let levels = Dictionary(uniqueKeysWithValues: dump.groups.map { ($0.node.number, $0.level) })
    let numbers = nodes.map { NodeNumbers.shared.number(of: $0) }
    let expected = [2: -2, 3: -1, 4: 0, 5: 1, 6: 2]
    #expect(levels == Dictionary(uniqueKeysWithValues: expected.map { (numbers[$0], $1) }))
    let edges = Set(dump.edges.map { [$0.dependency, $0.dependent] })
    #expect(edges == Set((2..<6).map { [numbers[$0], numbers[$0 + 1]] }))
    #expect(dump.omittedCount == 0)
    withExtendedLifetime(nodes) {}
  }

  @Test func `neighbours with the same name and place are one group`() {
    let stored = Stored(wrappedValue: 0, name: "source")
    let readers = (0..<500).map { _ in Computed(name: "reader") { _ in stored.wrappedValue } }
    let other = Computed(name: "other") { _ in stored.wrappedValue }
    for reader in readers + [other] { #expect(reader.wrappedValue == 0) }
    let dump = BoundedGraphDump(around: stored, depth: 3, limit: 10)
    #expect(dump.groups.map(\.node.name) == ["source", "reader", "other"])
    #expect(dump.groups.map(\.count) == [1, 500, 1])
    #expect(dump.groups.map(\.kind) == [.stored, .computed, .computed])
    #expect(dump.edges.count == 2)
    #expect(dump.omittedCount == 0)
  }

  @Test func `nodes of the library with the same name are one group, too`() {
    let signals = (0..<10).map { Signal(keeping: SignalName($0 < 9 ? "row" : "table")) }
    let sum = Computed(name: "sum") { _ in
      for signal in signals { signal.depend() }
      return 1
    }
    #expect(sum.wrappedValue == 1)
    let dump = BoundedGraphDump(around: sum, depth: 1, limit: 10)
    #expect(dump.groups.map(\.node.name) == ["sum", "row", "table"])
    #expect(dump.groups.map(\.count) == [1, 9, 1])
  }

  @Test func `the number of groups is limited, and the rest is counted`() {
    let nodes = (0..<300).map { number in
      Stored(wrappedValue: number, name: "s", fileID: "A.swift", line: UInt(number + 1))
    }
    let sum = Computed(name: "sum") { _ in nodes.reduce(0) { $0 + $1.wrappedValue } }
    #expect(sum.wrappedValue == 299 * 150)
    let dump = BoundedGraphDump(around: sum, depth: 1, limit: 20)
    #expect(dump.groups.count == 20)
    #expect(dump.omittedCount == 281)
    #expect(dump.edges.count == 19)
  }

  @Test func `an observer is a dependent, and leads back to its node`() {
    let stored = Stored(wrappedValue: 0, name: "source")
    let subscription = withGraphTracking { stored.onChange(fileID: "App.swift", line: 7) { _ in } }
    let dump = BoundedGraphDump(around: stored, depth: 1, limit: 10)
    #expect(dump.groups.map(\.kind) == [.stored, .observer])
    #expect(dump.groups.last?.node.fileID == "App.swift")
    #expect(dump.groups.last?.node.line == 7)
    let observer = dump.groups.last.flatMap { NodeNumbers.shared.node(numbered: $0.node.number) }
    let back = observer.map { BoundedGraphDump(around: $0, depth: 1, limit: 10) }
    #expect(back?.groups.map(\.level) == [0, -1])
    #expect(back?.groups.last?.node.number == dump.groups.first?.node.number)
    subscription.cancel()
  }
}

/// The numbers by which another program names nodes.
@Suite struct NodeNumbersTests {
  @Test func `a number leads to its node as long as the node lives, and never to another one`() {
    let numbers = NodeNumbers(limit: 1_000)
    var seen: Set<Int> = []
    for _ in 0..<200 {
      let node = Stored(wrappedValue: 0)
      let number = numbers.number(of: node)
      #expect(seen.insert(number).inserted)
      #expect(numbers.number(of: node) == number)
      #expect(numbers.node(numbered: number) === node)
    }
    // All nodes are released here. New nodes could have got their addresses.
    for number in seen { #expect(numbers.node(numbered: number) == nil) }
  }

  @Test func `beyond the limit, earlier numbers become invalid`() {
    let numbers = NodeNumbers(limit: 2)
    let nodes = (0..<3).map { Stored(wrappedValue: $0) }
    let given = nodes.map { numbers.number(of: $0) }
    #expect(given == [1, 2, 3])
    #expect(numbers.node(numbered: 1) == nil)
    #expect(numbers.node(numbered: 3) === nodes[2])
    #expect(numbers.number(of: nodes[0]) == 4)
  }

  @Test func `a number that was never given leads nowhere`() {
    let numbers = NodeNumbers(limit: 2)
    #expect(numbers.node(numbered: 0) == nil)
    #expect(numbers.node(numbered: -1) == nil)
    #expect(numbers.node(numbered: .max) == nil)
  }
}
