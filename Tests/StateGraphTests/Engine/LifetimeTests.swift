import StateGraph
import TestSupport
import Testing

/// Which objects keep which others alive.
@Suite struct LifetimeTests {
  final class Model: Sendable {
    @GraphStored var count: Int = 0
    @GraphComputed var double: Int

    init() { self.$double = .init { [$count] _ in $count.wrappedValue * 2 } }
  }

  @Test func `an object is released although its nodes were read and observed`() {
    weak var observed: Model?
    do {
      let model = Model()
      observed = model
      let subscription = withGraphTracking {
        model.$double.onChange { [weak model] _ in _ = model?.count }
        withGraphTrackingGroup { [weak model] in _ = model?.double }
      }
      model.count = 1
      subscription.cancel()
    }
    #expect(observed == nil)
  }

  @Test func `a node works after its owner was released`() {
    let node: Computed<Int>
    let count: Stored<Int>
    do {
      let model = Model()
      (node, count) = (model.$double, model.$count)
    }
    count.wrappedValue = 4
    #expect(node.wrappedValue == 8)
  }

  @Test func `a computed node keeps its dependencies alive, and they do not keep it alive`() {
    weak var source: Stored<Int>?
    weak var dependent: Computed<Int>?
    do {
      let node = Stored(wrappedValue: 1)
      source = node
      do {
        let computed = Computed { _ in node.wrappedValue }
        dependent = computed
        _ = computed.wrappedValue
      }
      #expect(dependent == nil)
      #expect(node.dump.nodes.count == 1)
    }
    #expect(source == nil)
  }

  @Test func `a dependency that is not read any more is released`() {
    let flag = Stored(wrappedValue: true)
    let outer = Computed { _ in
      guard flag.wrappedValue else { return false }
      let made = Computed { _ in flag.wrappedValue }
      return made.wrappedValue
    }
    _ = outer.wrappedValue
    #expect(outer.dump.nodes.count == 3)
    flag.wrappedValue = false
    _ = outer.wrappedValue
    #expect(outer.dump.nodes.count == 2)
  }

  @Test func `a weakly captured node is released with its reader, or when it is not read`() {
    let flag = Stored(wrappedValue: true)
    weak var source: Stored<Int>?
    weak var other: Stored<Int>?
    do {
      let reader: Computed<Int>
      do {
        let node = Stored(wrappedValue: 1)
        source = node
        reader = Computed { [weak node] _ -> Int in
          flag.wrappedValue ? node?.wrappedValue ?? 0 : 0
        }
        #expect(reader.wrappedValue == 1)
      }
      flag.wrappedValue = false
      #expect(reader.wrappedValue == 0)
      #expect(source == nil)
      do {
        let node = Stored(wrappedValue: 1)
        other = node
        let second = Computed<Int> { [weak node] _ in node?.wrappedValue ?? 0 }
        #expect(second.wrappedValue == 1)
      }
    }
    #expect(other == nil)
  }

  @Test func `a replaced value is released immediately, and its deinit may use the graph`() {
    final class Value: Sendable {
      let log: Recorder<Int>
      let node: Stored<Int>
      init(_ log: Recorder<Int>, _ node: Stored<Int>) { (self.log, self.node) = (log, node) }
      deinit {
        node.wrappedValue += 1
        log.record(node.wrappedValue)
      }
    }
    let log = Recorder<Int>()
    let count = Stored(wrappedValue: 0)
    let holder = Stored<Value?>(wrappedValue: Value(log, count))
    let held = Computed { _ in holder.wrappedValue }
    _ = held.wrappedValue
    holder.wrappedValue = Value(log, count)
    #expect(log.elements == [])
    _ = held.wrappedValue
    #expect(log.elements == [1])
    holder.wrappedValue = nil
    _ = held.wrappedValue
    #expect(log.elements == [1, 2])
  }

  @Test func `a change in place of the node that is being changed ends the program`() async throws {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      func change(_ body: (inout [Int]) -> Void, _ node: Stored<[Int]>) { body(&node.wrappedValue) }
      let outer = Stored(wrappedValue: [1], name: "outer")
      let inner = Stored(wrappedValue: [2], name: "inner")
      change({ _ in change({ _ in _ = outer.wrappedValue }, inner) }, outer)
    }
    let said = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(said.contains("Overlapping accesses to outer"))
  }
}
