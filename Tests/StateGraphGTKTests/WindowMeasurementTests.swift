#if GTK
import Foundation
import GTKTestSupport
import StateGraph
import StateGraphGTK
import Testing

private struct Number: View {
  let node: Stored<Int>
  var body: some View { Text("\(node.wrappedValue)") }
}

private struct Numbers: View {
  let nodes: [Stored<Int>]
  var body: some View {
    VStack { ForEach(nodes.indices, id: \.self) { Number(node: nodes[$0]) } }
  }
}

/// Times, which depend on the machine. `STATEGRAPH_MEASURE=1` runs them.
@MainActor
@Suite(
  .windows,
  .enabled(if: ProcessInfo.processInfo.environment["STATEGRAPH_MEASURE"] != nil),
  .timeLimit(.minutes(5))
)
struct WindowMeasurementTests {
  @Test func `from a write on a thread to the label`() async {
    let node = Stored(wrappedValue: 0)
    let window = TestWindow { Number(node: node) }
    await window.waitForFrames(5)
    let clock = ContinuousClock()
    var times: [Duration] = []
    for value in 1...500 {
      let end = Task { @MainActor in
        await window.until { window.texts == ["\(value)"] }
        return clock.now
      }
      await Task.yield()
      let start = await Task.detached {
        let now = clock.now
        node.wrappedValue = value
        return now
      }.value
      times.append(start.duration(to: await end.value))
    }
    times.sort()
    print("write to label: median \(times[250]), 99 % \(times[495])")
    #expect(times[250] < .milliseconds(0.5))
  }

  @Test func `a batch of 1000 shown nodes`() async {
    let nodes = (0..<1_000).map { Stored(wrappedValue: $0) }
    let window = TestWindow { Numbers(nodes: nodes) }
    await window.waitForFrames(5)
    let clock = ContinuousClock()
    var times: [Duration] = []
    for _ in 0..<20 {
      let start = clock.now
      var end = start
      WidgetHandle.didChange = { end = clock.now }
      await Task.detached {
        withGraphBatch { for node in nodes { node.wrappedValue += 1 } }
      }.value
      await MainLoop.waitUntilIdle()
      WidgetHandle.didChange = nil
      times.append(start.duration(to: end))
    }
    times.sort()
    print("1000 nodes: median \(times[10]), longest \(times[19])")
  }

  @Test func `frames under a storm of writes`() async {
    let node = Stored(wrappedValue: 0)
    let window = TestWindow { Number(node: node) }
    await window.waitForFrames(5)
    let writes = Task.detached {
      var count = 0
      while !Task.isCancelled {
        count += 1
        node.wrappedValue = count
      }
      return count
    }
    let clock = ContinuousClock()
    let start = clock.now
    await window.waitForFrames(300)
    let seconds = start.duration(to: clock.now) / .seconds(1)
    writes.cancel()
    let count = await writes.value
    await MainLoop.waitUntilIdle()
    print("storm: \(300 / seconds) frames/s, \(Double(count) / seconds) writes/s")
    #expect(window.texts == ["\(count)"])
    #expect(300 / seconds >= 58)
  }
}

#endif
