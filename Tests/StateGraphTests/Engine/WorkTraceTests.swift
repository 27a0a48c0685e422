import StateGraph
import StateGraphCore
import TestSupport
import Testing

/// The work that a change causes, with times.
@Suite struct WorkTraceTests {
  private let source = Signal(keeping: SignalName("source"))
  private let work = Recorder<TracedWork>()
  private let counts = Recorder<Int>()

  private func publish() {
    var epoch = GraphEpoch()
    epoch.touch(source)
    epoch.publish(
      DeliveryLog({ _ in }) { [work, counts] done, omitted in
        for one in done { work.record(one) }
        counts.record(omitted)
      }
    )
  }

  private func value(_ name: StaticString) -> Computed<Int> {
    let calls = Recorder<Void>()
    return Computed(name: name) { [source] _ in
      source.depend()
      calls.record(())
      return calls.elements.count
    }
  }

  @Test func `an observer call is traced with the evaluations before it, and their causes`() {
    let inner = value("inner")
    let outer = Computed(name: "outer") { _ in inner.wrappedValue * 2 }
    let subscription = withGraphTracking { outer.onChange(fileID: "App.swift", line: 3) { _ in } }
    publish()
    let sourceNumber = NodeNumbers.shared.number(of: source)
    let innerNumber = NodeNumbers.shared.number(of: inner)
    #expect(
      work.elements.map(\.kind) == [
        .evaluation(causes: [sourceNumber], changed: true),
        .evaluation(causes: [innerNumber], changed: true), .call,
      ]
    )
    #expect(work.elements.map(\.node.name) == ["inner", "outer", "outer"])
    #expect(work.elements.last?.node.fileID == "App.swift")
    #expect(work.elements.last?.node.line == 3)
    for one in work.elements {
      #expect(one.start > 0)
      #expect(one.end >= one.start)
    }
    // The work happened in this order.
    #expect(work.elements.map(\.start) == work.elements.map(\.start).sorted())
    subscription.cancel()
  }

  @Test func `work that causes no call is traced, and a later change without a log is not`() {
    let same = Computed(name: "same") { [source] _ in
      source.depend()
      return 1
    }
    let subscription = withGraphTracking { same.onChange { _ in } }
    publish()
    #expect(work.elements.map(\.node.name) == ["same"])
    #expect(
      work.elements.first?.kind
        == .evaluation(causes: [NodeNumbers.shared.number(of: source)], changed: false)
    )
    var epoch = GraphEpoch()
    epoch.touch(source)
    epoch.publish()
    #expect(work.elements.count == 1)
    subscription.cancel()
  }

  @Test func `a log without work collects none`() {
    let value = value("value")
    let subscription = withGraphTracking {
      value.onChange { _ in #expect(!DeliveryLog.tracesThisThread) }
    }
    var epoch = GraphEpoch()
    epoch.touch(source)
    epoch.publish(DeliveryLog { _ in })
    #expect(work.elements.isEmpty)
    subscription.cancel()
  }

  @Test func `a read in a closure is traced with its reason`() {
    let source = source
    let data = Signal(keeping: SignalName("data"))
    let reader = Computed(name: "reader") { _ in
      source.depend()
      DeliveryLog.didRead(data, because: "first", since: 1)
      return Token()
    }
    let subscription = withGraphTracking { reader.onChange { _ in } }
    #expect(work.elements.isEmpty)
    publish()
    #expect(work.elements.map(\.kind).first == .read(reason: "first"))
    #expect(work.elements.first?.node.name == "data")
    #expect(work.elements.map(\.node.name) == ["data", "reader", "reader"])
    subscription.cancel()
  }

  @Test func `a trace of the user still records the events of traced work`() {
    let value = value("value")
    let subscription = withGraphTracking { value.onChange { _ in } }
    let trace = withGraphTrace { publish() }
    #expect(work.elements.count == 2)
    #expect(
      trace.events == [
        .changed(source.reference),
        .evaluated(value.reference, because: [source.reference], changed: true),
        .observed(value.reference),
      ]
    )
    subscription.cancel()
  }

  @Test func `the work of one call is limited, and the rest is counted`() {
    let source = source
    let data = Signal(keeping: SignalName("data"))
    let reader = Computed(name: "reader") { _ in
      source.depend()
      for _ in 0..<5_000 { DeliveryLog.didRead(data, because: "first", since: 1) }
      return Token()
    }
    let subscription = withGraphTracking { reader.onChange { _ in } }
    publish()
    #expect(work.elements.count == 4_096)
    #expect(counts.elements == [5_002 - 4_096])
    subscription.cancel()
  }

  /// A value that differs from every other one.
  private struct Token: Equatable {
    private let object = Object()

    static func == (one: Token, other: Token) -> Bool { one.object === other.object }

    private final class Object: Sendable {}
  }
}
