#if GTK
import GTKTestSupport
import StateGraphGTK
import StateGraphPersistence
import TestSupport
import Testing

/// An app whose process ends without a warning, and its next process with the same file. The app is
/// the example Catalogue, which is built in the part `gtk` only.
@MainActor
@Suite(.windows, .windowTime, .enabled(if: ExampleProcess.exists("catalogue")))
struct LostProcessTests {
  private let directory: TemporaryDirectory
  private let bus: AccessibilityBus
  private let reader: ScreenReader

  init() throws {
    directory = try TemporaryDirectory()
    bus = try AccessibilityBus()
    reader = ScreenReader(bus: bus)
  }

  private var file: String { directory.file("books.sqlite") }

  /// Starts the app. Without a display, it shows its window on that of the tests.
  private func start(_ link: String? = nil, on display: String? = nil) throws -> ExampleProcess {
    var environment: [String: String?] = [
      "GTK_A11Y": "atspi", "DBUS_SESSION_BUS_ADDRESS": bus.sessionAddress,
    ]
    if let display { environment["DISPLAY"] = display }
    return try ExampleProcess(
      "catalogue",
      arguments: ["--file", file, "--books", "50"] + (link.map { [$0] } ?? []),
      environment: environment
    )
  }

  /// The title in the stored state of the form, which another process reads. Nil if there is none.
  private func storedTitle() throws -> String? {
    let database = try Database(path: file)
    let rows = try database.rows(
      """
      SELECT state ->> '$.draft.title' FROM stategraph_sessions WHERE name = 'main window'
      """
    )
    guard case .text(let title)? = rows.first?.values.first else { return nil }
    return title
  }

  /// Opens the form of a book by a second process, types a title, and waits until the file has it.
  private func typeHalf() async throws {
    try await reader.wait(for: ["label 50 books"])
    #expect(try await start("catalogue://books/7?edit").exitCode() == 0)
    try await reader.fill("Title", "Northanger Ab")
    let deadline = TestDeadline()
    while try storedTitle() != "Northanger Ab" {
      guard !deadline.hasPassed else { throw TestFailure("the file never has the typed title") }
      await Task.yield()
    }
  }

  /// Checks the window of the next process.
  private func checkNextProcess() async throws {
    let next = try start()
    defer { next.end() }
    try await reader.wait(for: ["button Save", "button Cancel", "label 50 books"])
    try await reader.wait(forField: "Title", "Northanger Ab")
  }

  @Test func `after a kill, the next process shows the same page and the half-typed form`()
    async throws
  {
    let process = try start()
    try await typeHalf()
    process.end()
    try await checkNextProcess()
  }

  @Test func `an app whose display goes away ends, and the next process shows the same form`()
    async throws
  {
    let folder = try TemporaryDirectory()
    let display = try DisplayServer(folder: folder.path)
    let process = try start(on: display.name)
    try await typeHalf()
    display.end()
    #expect(await process.exitCode() == 69)
    #expect(try storedTitle() == "Northanger Ab")
    try await checkNextProcess()
  }
}

#endif
