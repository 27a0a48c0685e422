#if GTK
import Foundation
import GTKTestSupport
import StateGraph
import StateGraphGTK
import StateGraphPersistence
import StateGraphSessions
import TestSupport
import Testing

private struct Rows: View {
  let query: Stored<Query<ListedBook>>
  var body: some View { List(query.wrappedValue) { ListedBookRow(book: $0) } }
}

private struct Window: View {
  let query: Stored<Query<ListedBook>>
  var body: some View { List(windowed: query.wrappedValue) { ListedBookRow(book: $0) } }
}

/// Times and memory, which depend on the machine. `STATEGRAPH_MEASURE=1` runs them, and
/// `STATEGRAPH_MEASURE_ROWS` is the number of rows of the large lists. `STATEGRAPH_COMMAND` is the
/// path of the built command, which imports.
@MainActor
@Suite(
  .windows,
  .enabled(if: ProcessInfo.processInfo.environment["STATEGRAPH_MEASURE"] != nil),
  .timeLimit(.minutes(15))
)
struct ListMeasurementTests {
  private let clock = ContinuousClock()
  private var rowCount: Int {
    ProcessInfo.processInfo.environment["STATEGRAPH_MEASURE_ROWS"].flatMap { Int($0) } ?? 1_000_000
  }

  /// Opens a database with many books, which SQL creates. Their titles are the numbers with ten
  /// digits.
  private func largeBooks(_ count: Int) throws -> ListedBooks {
    let books = try ListedBooks(0)
    try books.database.execute(
      """
      WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < \(count))
      INSERT INTO listed_books (id, title, year) SELECT i, printf('%010d', i), i FROM n
      """
    )
    try books.database.execute("CREATE INDEX listed_books_title ON listed_books (title)")
    return books
  }

  /// The memory of the process that is in RAM, in MiB.
  private func residentMiB() -> Double {
    let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
    let pages = text.split(separator: " ").dropFirst().first.flatMap { Double($0) } ?? 0
    return pages * Double(sysconf(Int32(_SC_PAGESIZE))) / 1_048_576
  }

  private func report(_ name: String, _ times: [Duration]) {
    let sorted = times.sorted()
    let (median, last) = (sorted[sorted.count / 2], sorted[sorted.count * 99 / 100])
    print("\(name): median \(median), 99 % \(last), longest \(sorted[sorted.count - 1])")
  }

  @Test func `from a commit on another thread to the bound row of 100,000`() async throws {
    let books = try largeBooks(100_000)
    let query = Stored(wrappedValue: books.byTitle)
    let window = TestWindow { Rows(query: query) }
    await window.until { window.list?.count == 100_000 }
    await window.waitForFrames(10)
    let list = try #require(window.list)
    let (store, database, clock) = (books.store, books.database, clock)
    var times: [Duration] = []
    for number in 0..<500 {
      // Each title comes before the ones before, and after the first one.
      let title = "0000000000 \(99_000 - number)"
      let shown = Task { @MainActor in
        await window.until { list.text(1) == title }
        return clock.now
      }
      await Task.yield()
      let committed = try await Task.detached {
        try database.write {
          try store.insert(ListedBook(id: 1_000_000 + number, title: title, year: 0))
        }
        return clock.now
      }.value
      times.append(committed.duration(to: await shown.value))
    }
    report("commit to bound row", times)
    #expect(TestList.rowObjectCount <= 300)
  }

  @Test(arguments: [false, true])
  func `frames while another process imports 100,000 rows`(isWindowed: Bool) async throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("books.sqlite")
    let database = try Database(path: path)
    try database.createTables(for: ListedBook.self)
    let store = try EntityStore<ListedBook>(database)
    let file = directory.file("listed_books.csv")
    let lines = (0..<100_000).map { "\($0),\(String($0, radix: 36)) \($0),\($0 % 200)" }
    try (["id,title,year"] + lines).joined(separator: "\n")
      .write(toFile: file, atomically: true, encoding: .utf8)
    let query = Stored(wrappedValue: store.query.order { $0.title.ascending })
    let window =
      isWindowed ? TestWindow { Window(query: query) } : TestWindow { Rows(query: query) }
    await window.waitForFrames(10)
    // The part gtk does not contain the command.
    let command = try #require(ProcessInfo.processInfo.environment["STATEGRAPH_COMMAND"])
    let times = FrameTimes(of: window)
    let importing = try ExampleProcess(
      command,
      arguments: ["import", path, file, "--quiet", "--batch-size", "1000"],
      environment: [:]
    )
    let exitCode = await importing.exitCode()
    try #require(exitCode == 0)
    await window.until { window.list?.count == 100_000 }
    let (perSecond, longest) = times.end()
    print("\(isWindowed ? "windowed list" : "list"): \(perSecond) frames/s, longest \(longest)")
    let first = try query.wrappedValue.limit(20).fetch().map(\.title)
    #expect(Array(window.list?.texts.prefix(20) ?? []) == first)
  }

  @Test(arguments: [false, true])
  func `a large list`(isWindowed: Bool) async throws {
    let books = try largeBooks(rowCount)
    let name = isWindowed ? "windowed list" : "list"
    let empty = TestWindow { Text("empty") }
    await empty.waitForFrames(10)
    let before = residentMiB()
    let query = Stored(wrappedValue: books.byTitle)
    let start = clock.now
    let window =
      isWindowed ? TestWindow { Window(query: query) } : TestWindow { Rows(query: query) }
    await window.until { window.list?.count == rowCount }
    await window.waitForFrames(1)
    print("\(name) of \(rowCount): first rows painted after \(start.duration(to: clock.now))")
    await window.waitForFrames(10)
    let list = try #require(window.list)
    for position in [rowCount - 1, rowCount / 2, 0] {
      list.scroll(to: position)
      await window.waitForFrames(3)
    }
    print("\(name): \(residentMiB() - before) MiB, \(TestList.rowObjectCount) row objects")
    var signals: [Duration] = []
    WidgetHandle.announced = { signals.append($0) }
    defer { WidgetHandle.announced = nil }
    var all: [Duration] = []
    for number in 0..<20 {
      let start = clock.now
      try books.store.insert(ListedBook(id: -1 - number, title: "", year: 0))
      await window.until { list.count == rowCount + number + 1 }
      all.append(start.duration(to: clock.now))
    }
    report("\(name): signals of an insertion at the top", signals)
    report("\(name): insertion at the top until the list has it", all)
    signals = []
    query.wrappedValue = books.store.query.order { $0.title.descending }
    await window.until { signals.count > 0 }
    report("\(name): signals of a replacement", signals)
    await window.waitForFrames(5)
    print("\(name): \(residentMiB() - before) MiB, \(TestList.rowObjectCount) row objects")
    #expect(TestList.rowObjectCount <= 300)
    empty.close()
  }
}

#endif
