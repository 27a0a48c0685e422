#if GTK
import GTKTestSupport
import StateGraph
import StateGraphGTK
import TestSupport
import Testing

private struct Switches: View {
  let outer: Stored<Bool>
  let inner: Stored<Bool>
  var body: some View {
    VStack {
      Button("Press") {}.disabled(inner.wrappedValue)
      Button("Other") {}
    }
    .disabled(outer.wrappedValue)
  }
}

private struct TwoConditions: View {
  let first: Stored<Bool>
  let second: Stored<Bool>
  var body: some View {
    Button("Press") {}.disabled(first.wrappedValue).disabled(second.wrappedValue)
  }
}

private struct Coloured: View {
  let color: Stored<Color?>
  var body: some View {
    Text("text").foregroundColor(color.wrappedValue).foregroundColor(.red).font(.title)
  }
}

private struct Living: View {
  let isShown: Stored<Bool>
  let value: Stored<Int>
  let log: Log
  var body: some View {
    VStack {
      if isShown.wrappedValue {
        Text("\(value.wrappedValue)")
          .onAppear { log.lines.append("appear") }
          .onChange(of: value.wrappedValue) { log.lines.append("change to \($0)") }
          .task {
            log.lines.append("begin")
            try? await Task.sleep(for: .seconds(3_600))
            log.lines.append(Task.isCancelled ? "cancelled" : "end")
          }
      }
    }
  }
}

@MainActor
private final class Log {
  var lines: [String] = []
}

@MainActor
@Suite(.windows, .windowTime)
struct ModifierTests {
  @Test func `a control is enabled if no view around it is disabled`() async {
    let (outer, inner) = (Stored(wrappedValue: false), Stored(wrappedValue: false))
    let window = TestWindow { Switches(outer: outer, inner: inner) }
    for (one, other) in [(true, false), (true, true), (false, true), (false, false), (true, true)] {
      (outer.wrappedValue, inner.wrappedValue) = (one, other)
      await MainLoop.waitUntilIdle()
      #expect(window.find("Press")?.isEnabled == (!one && !other))
      #expect(window.find("Other")?.isEnabled == !one)
    }
  }

  @Test func `a control with two conditions is enabled if neither of them disables it`() async {
    let (first, second) = (Stored(wrappedValue: false), Stored(wrappedValue: false))
    let window = TestWindow { TwoConditions(first: first, second: second) }
    for (one, other) in [(true, true), (false, true), (true, false), (false, false)] {
      (first.wrappedValue, second.wrappedValue) = (one, other)
      await MainLoop.waitUntilIdle()
      #expect(window.find("Press")?.isEnabled == (!one && !other))
    }
  }

  @Test func `the inner colour wins, and the outer one is shown without it`() async {
    let color = Stored<Color?>(wrappedValue: .blue)
    let window = TestWindow { Coloured(color: color) }
    #expect(window.label("text")?.color == [0.11, 0.44, 0.85])
    color.wrappedValue = nil
    await MainLoop.waitUntilIdle()
    #expect(window.label("text")?.color == [0.75, 0.11, 0.16])
    color.wrappedValue = .green
    await MainLoop.waitUntilIdle()
    #expect(window.label("text")?.color == [0.15, 0.5, 0.31])
  }

  @Test(arguments: [-1.0, 2, .nan, .infinity, -.infinity])
  func `a part of a colour outside of its range counts as the nearer end`(part: Double) {
    let color = Color(red: part, green: 0, blue: 0)
    #expect(color == Color(red: part > 0 ? 1 : 0, green: 0, blue: 0))
  }

  @Test func `a view appears once, reports changes, and ends its task when it is removed`() async {
    let (isShown, value, log) = (Stored(wrappedValue: true), Stored(wrappedValue: 0), Log())
    let window = TestWindow { Living(isShown: isShown, value: value, log: log) }
    await MainLoop.waitUntilIdle()
    #expect(log.lines.sorted() == ["appear", "begin"])
    value.wrappedValue = 1
    await MainLoop.waitUntilIdle()
    #expect(log.lines.last == "change to 1")
    isShown.wrappedValue = false
    await window.until { window.texts == [] }
    // The sleep of a cancelled task ends on another thread.
    let deadline = TestDeadline()
    while log.lines.count < 4, !deadline.hasPassed { await MainLoop.waitUntilIdle() }
    #expect(log.lines.count == 4)
    #expect(log.lines.last == "cancelled")
  }

  @Test func `a label for people who do not see the view is the accessible name`() async {
    let window = TestWindow { Button("➕") {}.accessibilityLabel("Increment") }
    #expect(window.find("Increment")?.text == "➕")
  }
}

#endif
