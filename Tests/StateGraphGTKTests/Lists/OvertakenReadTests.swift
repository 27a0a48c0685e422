#if GTK
import Dispatch
import GTKTestSupport
import StateGraph
import StateGraphGTK
import StateGraphPresentation
import Synchronization
import Testing

/// Rows that another thread changes during the first read. The second read waits until the test
/// lets it continue.
private final class OvertakenRows: Sendable {
  private let numbers = Stored(wrappedValue: [1])
  private let readCount = Atomic(0)
  private let gate = DispatchSemaphore(value: 0)

  func read() -> ArrayRows<ListedNumber, Int> {
    let rows = ArrayRows(numbers.wrappedValue.map { ListedNumber(id: $0) })
    if readCount.wrappingAdd(1, ordering: .relaxed).oldValue == 0 {
      DispatchQueue.global().sync { numbers.wrappedValue.append(2) }
    } else {
      gate.wait()
      gate.signal()
    }
    return rows
  }

  func open() { gate.signal() }
}

private struct OvertakenSource: DirectListSource {
  let rows: OvertakenRows
  var isReadInBackground: Bool { true }

  func isSame(as other: OvertakenSource) -> Bool { rows === other.rows }

  func makeRows() -> Computed<ArrayRows<ListedNumber, Int>> {
    let rows = rows
    return Computed { _ in rows.read() }
  }

  func makeReading() -> ListReading<ArrayRows<ListedNumber, Int>> {
    let rows = rows
    return ListReading { rows.read() }
  }
}

@MainActor
@Suite(.windows, .windowTime)
struct OvertakenReadTests {
  @Test func `a list shows rows that change while they are read, and then the later ones`() async {
    let rows = OvertakenRows()
    let window = TestWindow { List(OvertakenSource(rows: rows)) { Text("\($0.id)") } }
    defer { rows.open() }
    await window.until { window.list?.texts == ["1"] }
    rows.open()
    await window.until { window.list?.texts == ["1", "2"] }
  }
}

#endif
