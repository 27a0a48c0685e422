#if GTK
import GTKTestSupport
import StateGraph
import StateGraphGTK
import Testing

private struct Row: View {
  let node: Stored<Int>
  var body: some View { Text("\(node.wrappedValue)") }
}

private struct Rows: View {
  let nodes: [Stored<Int>]
  var body: some View {
    VStack { ForEach(nodes.indices, id: \.self) { Row(node: nodes[$0]) } }
  }
}

/// One body that reads all nodes.
private struct Texts: View {
  let nodes: [Stored<Int>]
  var body: some View {
    VStack { ForEach(nodes.indices, id: \.self) { Text("\(nodes[$0].wrappedValue)") } }
  }
}

@MainActor
private final class Evaluations {
  var value = 0
}

/// Reads several nodes, and counts its evaluations.
private struct Sum: View {
  let nodes: [Stored<Int>]
  let count: Evaluations
  var body: some View {
    count.value += 1
    return Text("\(nodes.reduce(0) { $0 + $1.wrappedValue })")
  }
}

@MainActor
@Suite(.windows, .windowTime)
struct TextTests {
  @Test(arguments: ["a\0b", "\0", "", "naïve 🧵", "a\u{FFFD}"])
  func `a text with NUL shows a replacement character`(text: String) {
    let window = TestWindow { Text(text) }
    #expect(window.texts == [text.replacing("\0", with: "\u{FFFD}")])
  }

  @Test func `damaged UTF-8 from GTK becomes a replacement character`() {
    let bytes: [CChar] = [CChar(bitPattern: 0x61), CChar(bitPattern: 0xFF), 0]
    #expect(LoopText.read(bytes) == "a\u{FFFD}")
    #expect(LoopText.read(nil) == "")
  }

  @Test func `a change of one of 500 texts sets one property`() async {
    let nodes = (0..<500).map { Stored(wrappedValue: $0) }
    let window = TestWindow(height: 700) { Texts(nodes: nodes) }
    let before = WidgetHandle.propertyChanges
    nodes[250].wrappedValue = -1
    await MainLoop.waitUntilIdle()
    #expect(WidgetHandle.propertyChanges - before == 1)
    #expect(window.texts[250] == "-1")
  }

  @Test func `a change of a node wakes the one body that reads it`() async {
    let nodes = (0..<500).map { Stored(wrappedValue: $0) }
    let window = TestWindow { Rows(nodes: nodes) }
    let before = WidgetHandle.propertyChanges
    nodes[3].wrappedValue = -1
    await MainLoop.waitUntilIdle()
    #expect(WidgetHandle.propertyChanges - before == 1)
    #expect(window.texts[3] == "-1")
  }

  @Test func `changes of 1000 nodes in a batch are shown in one turn of the loop`() async {
    let nodes = (0..<1_000).map { Stored(wrappedValue: $0) }
    let window = TestWindow { Rows(nodes: nodes) }
    var turns: Set<UInt64> = []
    WidgetHandle.didChange = { turns.insert(MainLoop.iterationCount) }
    defer { WidgetHandle.didChange = nil }
    await Task.detached {
      withGraphBatch { for node in nodes { node.wrappedValue += 1 } }
    }.value
    await MainLoop.waitUntilIdle()
    #expect(turns.count == 1)
    #expect(window.texts == (1...1_000).map(String.init))
  }

  @Test func `changes of several nodes in one turn evaluate a body once`() async {
    let nodes = (0..<10).map { Stored(wrappedValue: $0) }
    let count = Evaluations()
    let window = TestWindow { Sum(nodes: nodes, count: count) }
    #expect(count.value == 1)
    for node in nodes { node.wrappedValue += 1 }
    await MainLoop.waitUntilIdle()
    #expect(window.texts == ["55"])
    #expect(count.value == 2)
  }

  @Test func `a write of an equal value evaluates nothing`() async {
    let node = Stored(wrappedValue: 1)
    let window = TestWindow { Row(node: node) }
    let before = WidgetHandle.propertyChanges
    node.wrappedValue = 1
    await MainLoop.waitUntilIdle()
    #expect(WidgetHandle.propertyChanges == before)
    #expect(window.texts == ["1"])
  }
}

#endif
