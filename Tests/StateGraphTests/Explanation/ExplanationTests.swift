import StateGraph
import TestSupport
import Testing

@Suite struct ExplanationTests {
  @Test func `a trace records changes, evaluations with their causes, and observer calls`() {
    let a = Stored(wrappedValue: 1, name: "a")
    let b = Stored(wrappedValue: 2, name: "b")
    let parity = Computed(name: "parity") { _ in (a.wrappedValue + b.wrappedValue) % 2 }
    let text = Computed(name: "text") { _ in parity.wrappedValue == 0 ? "even" : "odd" }
    let subscription = withGraphTracking { text.onChange { _ in } }
    let trace = withGraphTrace { a.wrappedValue = 2 }
    #expect(
      trace.events == [
        .changed(a.reference),
        .evaluated(parity.reference, because: [a.reference], changed: true),
        .evaluated(text.reference, because: [parity.reference], changed: true),
        .observed(text.reference),
      ]
    )
    let quiet = withGraphTrace { b.wrappedValue = 4 }
    #expect(
      quiet.events == [
        .changed(b.reference),
        .evaluated(parity.reference, because: [b.reference], changed: false),
      ]
    )
    subscription.cancel()
  }

  @Test func `a trace reads like sentences`() {
    let a = Stored(wrappedValue: 1, name: "a", fileID: "App/Model.swift", line: 3)
    let b = Computed(name: "b", fileID: "App/Model.swift", line: 4) { _ in a.wrappedValue }
    let trace = withGraphTrace {
      _ = b.wrappedValue
      a.wrappedValue = 2
    }
    #expect(
      trace.description == """
        b (App/Model.swift:4) ran for the first time, and its value changed
        a (App/Model.swift:3) changed
        """
    )
  }

  @Test func `a trace ends with its body`() {
    let a = Stored(wrappedValue: 1)
    let trace = withGraphTrace {}
    a.wrappedValue = 2
    #expect(trace.events == [])
  }

  @Test func `properties and nodes record the place that created them`() {
    let node = Stored(wrappedValue: 1)
    #expect(node.reference.line == #line - 1)
    #expect(node.reference.fileID == #fileID)
    #expect(node.reference.name == nil)
    #expect(node.description == "\(#fileID):\(#line - 4)")
  }

  @Test func `an explanation lists the dependencies and which of them have changed`() {
    let a = Stored(wrappedValue: 1, name: "a")
    let b = Stored(wrappedValue: 2, name: "b")
    let double = Computed(name: "double") { _ in b.wrappedValue * 2 }
    let sum = Computed(name: "sum") { _ in a.wrappedValue + double.wrappedValue }
    #expect(sum.explain().dependencies.isEmpty)
    _ = sum.wrappedValue
    #expect(sum.explain().isUpToDate)
    a.wrappedValue = 2
    b.wrappedValue = 3
    let explanation = sum.explain()
    #expect(!explanation.isUpToDate)
    #expect(explanation.dependencies.map(\.node.name) == ["a", "double"])
    #expect(explanation.dependencies.map(\.hasChanged) == [true, false])
    #expect(explanation.dependencies.map(\.isUpToDate) == [true, false])
    #expect(explanation.description.contains("may have changed"))
    #expect(double.explain().dependentCount == 1)
  }

  @Test func `a dump holds everything connected, and nothing else`() {
    let a = Stored(wrappedValue: 1, name: "a", fileID: "M/F.swift", line: 1)
    let b = Computed(name: "b", fileID: "M/F.swift", line: 2) { _ in a.wrappedValue + 1 }
    let c = Computed(name: "c", fileID: "M/F.swift", line: 3) { _ in a.wrappedValue + b.wrappedValue
    }
    let elsewhere = Stored(wrappedValue: 1)
    _ = (c.wrappedValue, elsewhere.wrappedValue)
    let subscription = withGraphTracking { c.onChange(fileID: "M/F.swift", line: 4) { _ in } }
    let dump = b.dump
    #expect(dump.nodes.count == 4)
    #expect(dump.edges.count == 4)
    #expect(
      dump.description == """
        computed b (M/F.swift:2) reads a (M/F.swift:1)
        computed c (M/F.swift:3) reads b (M/F.swift:2), a (M/F.swift:1)
        stored a (M/F.swift:1)
        observer M/F.swift:4 reads c (M/F.swift:3)
        """
    )
    subscription.cancel()
    #expect(b.dump.nodes.count == 3)
  }

  @Test func `a dump can be drawn by Graphviz and Mermaid, whatever the names`() {
    let a = Stored(wrappedValue: 1, name: "a \"quoted\" \\ name", fileID: "M/F.swift", line: 1)
    let b = Computed(name: "b", fileID: "M/F.swift", line: 2) { _ in a.wrappedValue }
    _ = b.wrappedValue
    a.wrappedValue = 2
    #expect(
      a.dump.dot == """
        digraph graph {
          rankdir=LR;
          n0 [label="a \\"quoted\\" \\\\ name (M/F.swift:1)", shape=box, style=solid];
          n1 [label="b (M/F.swift:2)", shape=ellipse, style=dashed];
          n0 -> n1;
        }

        """
    )
    #expect(
      a.dump.mermaid == """
        flowchart LR
          n0["a #quot;quoted#quot; \\ name (M/F.swift:1)"]
          n1(["b (M/F.swift:2)"])
          n0 --> n1

        """
    )
  }
}
