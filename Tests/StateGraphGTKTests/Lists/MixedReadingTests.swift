#if GTK
import Dispatch
import GTKTestSupport
import StateGraph
import StateGraphGTK
import StateGraphPresentation
import Synchronization
import TestSupport
import Testing

/// Rows whose next read takes long if the test says so. A long read waits until the test lets it
/// continue.
private final class MixedRows: Sendable {
  let numbers = Stored(wrappedValue: [1])
  let isLong = Atomic(false)
  private let readCount = Atomic(0)
  private let gate = DispatchSemaphore(value: 0)
  /// Gets the number of each long read when it begins.
  let longReadNumbers: AsyncStream<Int>
  private let didBegin: AsyncStream<Int>.Continuation

  init() { (longReadNumbers, didBegin) = AsyncStream.makeStream(of: Int.self) }

  /// The number of long reads that have begun.
  var longReads: Int { readCount.load(ordering: .acquiring) }

  func read() -> ArrayRows<ListedNumber, Int> {
    let rows = ArrayRows(numbers.wrappedValue.map { ListedNumber(id: $0) })
    if isLong.load(ordering: .acquiring) {
      didBegin.yield(readCount.add(1, ordering: .acquiringAndReleasing).newValue)
      _ = gate.wait(timeout: .now() + TestDeadline.seconds)
    }
    return rows
  }

  /// Lets one long read end.
  func openNext() { gate.signal() }
}

private struct MixedSource: DirectListSource {
  let rows: MixedRows
  var isReadInBackground: Bool { false }

  func isSame(as other: MixedSource) -> Bool { rows === other.rows }

  func makeRows() -> Computed<ArrayRows<ListedNumber, Int>> {
    let rows = rows
    return Computed { _ in rows.read() }
  }

  func makeReading() -> ListReading<ArrayRows<ListedNumber, Int>> {
    let rows = rows
    return ListReading(
      atOnce: {
        _ = rows.numbers.wrappedValue
        return rows.isLong.load(ordering: .acquiring) ? nil : rows.read()
      },
      { rows.read() }
    )
  }
}

private struct HiddenList: View {
  let isShown: Stored<Bool>
  let rows: MixedRows
  var body: some View {
    if isShown.wrappedValue {
      List(MixedSource(rows: rows)) { Text("\($0.id)") }
    } else {
      Text("removed")
    }
  }
}

@MainActor
@Suite(.windows, .windowTime)
struct MixedReadingTests {
  private let rows = MixedRows()

  private func makeWindow() -> TestWindow {
    let rows = rows
    return TestWindow { List(MixedSource(rows: rows)) { Text("\($0.id)") } }
  }

  @Test func `a list shows its rows, and then others that the main actor has read`() async {
    let window = makeWindow()
    await window.untilRows(["1"])
    rows.numbers.wrappedValue = [1, 2]
    await window.untilRows(["1", "2"])
    #expect(rows.longReads == 0)
  }

  @Test func `a window works while a long read of its rows takes place`() async {
    let window = makeWindow()
    await window.untilRows(["1"])
    var numbers = rows.longReadNumbers.makeAsyncIterator()
    rows.isLong.store(true, ordering: .releasing)
    rows.numbers.wrappedValue = [2, 1]
    #expect(await numbers.next() == 1)
    // The main actor would wait here if it read the rows itself.
    await window.waitForFrames(3)
    #expect(window.list?.texts == ["1"])
    rows.isLong.store(false, ordering: .releasing)
    rows.openNext()
    await window.untilRows(["2", "1"])
    #expect(rows.longReads == 1)
  }

  @Test func `a list shows a long read that a change has overtaken, and then the change`() async {
    let window = makeWindow()
    await window.untilRows(["1"])
    var numbers = rows.longReadNumbers.makeAsyncIterator()
    rows.isLong.store(true, ordering: .releasing)
    rows.numbers.wrappedValue = [1, 2]
    #expect(await numbers.next() == 1)
    rows.numbers.wrappedValue = [1, 2, 3]
    await window.waitForFrames(3)
    #expect(rows.longReads == 1)
    rows.openNext()
    await window.untilRows(["1", "2"])
    #expect(await numbers.next() == 2)
    rows.isLong.store(false, ordering: .releasing)
    rows.openNext()
    await window.untilRows(["1", "2", "3"])
    rows.numbers.wrappedValue = [4]
    await window.untilRows(["4"])
    #expect(rows.longReads == 2)
  }

  @Test func `a list that is removed during a long read shows nothing of it`() async {
    let isShown = Stored(wrappedValue: true)
    let (content, rows) = (HiddenList(isShown: isShown, rows: rows), rows)
    let window = TestWindow { content }
    await window.untilRows(["1"])
    var numbers = rows.longReadNumbers.makeAsyncIterator()
    rows.isLong.store(true, ordering: .releasing)
    rows.numbers.wrappedValue = [1, 2]
    #expect(await numbers.next() == 1)
    isShown.wrappedValue = false
    await window.until { window.label("removed") != nil }
    rows.numbers.wrappedValue = [3]
    rows.openNext()
    await window.waitForFrames(3)
    #expect(rows.longReads == 1)
  }
}

#endif
