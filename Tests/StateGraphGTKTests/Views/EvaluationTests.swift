#if GTK
import GTKTestSupport
import StateGraph
import StateGraphGTK
import Testing

@MainActor
private final class Counts {
  var evaluations = 0
}

private struct Part: View {
  let name: String
  let node: Stored<Int>
  let counts: Counts

  var body: some View {
    counts.evaluations += 1
    return Text("\(name) \(node.wrappedValue)")
  }
}

private struct Whole: View {
  let name: Stored<String>
  let other: Stored<Int>
  let node: Stored<Int>
  let counts: Counts

  var body: some View {
    VStack {
      Text("other \(other.wrappedValue)")
      Part(name: name.wrappedValue, node: node, counts: counts)
        .evaluated(onChangeOf: name.wrappedValue)
    }
  }
}

@MainActor
@Suite(.windows, .windowTime)
struct EvaluationTests {
  @Test func `a view is evaluated for its value and its nodes, and not with the body around it`()
    async
  {
    let (name, other) = (Stored(wrappedValue: "a"), Stored(wrappedValue: 0))
    let (node, counts) = (Stored(wrappedValue: 0), Counts())
    let window = TestWindow { Whole(name: name, other: other, node: node, counts: counts) }
    #expect(counts.evaluations == 1)
    other.wrappedValue = 1
    await window.until { window.label("other 1") != nil }
    #expect(counts.evaluations == 1)
    name.wrappedValue = "b"
    await window.until { window.label("b 0") != nil }
    #expect(counts.evaluations == 2)
    node.wrappedValue = 7
    await window.until { window.label("b 7") != nil }
    #expect(counts.evaluations == 3)
  }
}

#endif
