import StateGraph
import TestSupport
import Testing

@Suite struct NodeIdentityTests {
  @Test func `a node equals itself and no other node with the same value`() {
    let one = Stored(wrappedValue: 1)
    let other = Stored(wrappedValue: 1)
    #expect(one == one)
    #expect(one != other)
  }

  @Test func `a set keeps a node whose value changes`() {
    let number = Stored(wrappedValue: 1)
    let double = Computed { _ in number.wrappedValue * 2 }
    let nodes: Set<GraphNode> = [number, double, number]
    number.wrappedValue = 2
    #expect(nodes.count == 2)
    #expect(nodes.contains(number))
    #expect(nodes.contains(double))
  }

  @Test func `comparing nodes does not evaluate them`() {
    let runs = Recorder<Int>()
    let one = Computed { _ in
      runs.record(1)
      return 1
    }
    let other = Computed(constant: 1)
    #expect(one != other)
    #expect(runs.elements.isEmpty)
  }

  @Test func `a constant node has its value and never calls an observer again`() {
    let answer = Computed(constant: 42)
    let seen = Recorder<Int>()
    let subscription = withGraphTracking { answer.onChange { seen.record($0) } }
    #expect(answer.wrappedValue == 42)
    #expect(seen.elements == [42])
    subscription.cancel()
  }
}
