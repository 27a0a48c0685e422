#if GTK
import Dispatch
import GTKTestSupport
import StateGraph
import StateGraphGTK
import StateGraphPersistence
import StateGraphSessions
import Testing

/// A source whose first read waits until the test lets it continue.
struct SlowSource: ListSource {
  let gate: Gate
  let isReadInBackground: Bool

  func isSame(as other: SlowSource) -> Bool { gate === other.gate }

  func makeRows() -> Computed<ArrayRows<ListedNumber, Int>> {
    let gate = gate
    return Computed { _ in
      gate.wait()
      return ArrayRows(gate.rows.wrappedValue.map { ListedNumber(id: $0) })
    }
  }
}

final class Gate: Sendable {
  let rows = Stored(wrappedValue: [1, 2, 3])
  private let semaphore = DispatchSemaphore(value: 0)

  func open() { semaphore.signal() }

  func wait() {
    semaphore.wait()
    semaphore.signal()
  }
}

private struct Slow: View {
  let source: SlowSource
  var body: some View {
    List(source) { Text("\($0.id)") }
      .loadingContent { Text("wait") }
      .emptyContent { Text("nothing") }
  }
}

private struct Numbers: View {
  let numbers: Stored<[ListedNumber]>
  var body: some View {
    List(numbers.wrappedValue) { Text("\($0.id)") }.emptyContent { Text("nothing") }
  }
}

@MainActor
@Suite(.windows, .windowTime)
struct ListStatusTests {
  @Test func `an empty list shows its empty content`() async {
    let numbers = Stored<[ListedNumber]>(wrappedValue: [])
    let window = TestWindow { Numbers(numbers: numbers) }
    #expect(window.label("nothing") != nil)
    numbers.wrappedValue = [ListedNumber(id: 4)]
    await window.until { window.list?.texts == ["4"] }
    #expect(window.label("nothing") == nil)
    numbers.wrappedValue = []
    await window.until { window.label("nothing") != nil }
  }

  @Test(arguments: [false, true])
  func `a list whose rows take long shows that it is loading`(isInBackground: Bool) async {
    let source = SlowSource(gate: Gate(), isReadInBackground: isInBackground)
    let window = TestWindow { Slow(source: source) }
    #expect(window.label("wait") == nil)
    #expect(window.label("nothing") == nil)
    await window.until { window.label("wait") != nil }
    source.gate.open()
    await window.until { window.list?.texts == ["1", "2", "3"] }
    #expect(window.label("wait") == nil)
    source.gate.rows.wrappedValue = []
    await window.until { window.label("nothing") != nil }
    source.gate.rows.wrappedValue = [5, 1]
    await window.until { window.list?.texts == ["5", "1"] }
  }

  @Test(arguments: [false, true])
  func `a list whose table was dropped shows its empty content`(isWindowed: Bool) async throws {
    let books = try ListedBooks(3)
    let window = TestWindow {
      if isWindowed {
        List(windowed: books.byTitle) { Text($0.title) }.emptyContent { Text("nothing") }
      } else {
        List(books.byTitle) { Text($0.title) }.emptyContent { Text("nothing") }
      }
    }
    await window.untilRows(["0000", "0001", "0002"])
    try books.database.execute("DELETE FROM listed_books")
    try books.database.execute("DROP TABLE listed_books")
    await window.until { window.label("nothing") != nil }
  }

  @Test func `elements that are values are shown anew when they change`() async {
    struct Named: Identifiable, Sendable { let id: Int; var name: String }
    struct Names: View {
      let names: Stored<[Named]>
      var body: some View { List(names.wrappedValue) { Text($0.name) } }
    }
    let names = Stored(wrappedValue: [Named(id: 1, name: "a"), Named(id: 2, name: "b")])
    let window = TestWindow { Names(names: names) }
    #expect(window.list?.texts == ["a", "b"])
    names.wrappedValue[1].name = "c"
    await window.until { window.list?.texts == ["a", "c"] }
  }
}

#endif
