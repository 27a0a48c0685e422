import Glibc
import SQLiteTestSupport
import StateGraphPersistence
import StateGraphSQLite
import StateGraphSessions
import StateGraphThreads
import TestSupport
import Testing

@testable import StateGraphPresentation

/// Writes of a session that are committed although the disk cannot be flushed.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct TransitionDurabilityTests {
  // The database is the first field, so that it closes its files before the disk ends.
  private let database: Database
  private let book: Book
  private let disk: TestDisk
  private let directory: TemporaryDirectory
  private let errors = Recorder<DatabaseError.Code?>()
  private let refusals = Recorder<String>()
  /// Called by the handler of failures.
  private let handler = Guarded<(@Sendable () -> Void)?>(nil)

  init() throws {
    directory = try TemporaryDirectory()
    disk = try TestDisk(of: directory.file("a.sqlite"))
    let (errors, handler) = (errors, handler)
    var configuration = Database.Configuration()
    configuration.durability = .full
    configuration.onWriteFailure = {
      errors.record(($0 as? DatabaseError)?.code)
      handler.withLock { $0 }?()
    }
    database = try Database(path: directory.file("a.sqlite"), configuration: configuration)
    try database.execute("CREATE TABLE books (id TEXT PRIMARY KEY NOT NULL, title TEXT NOT NULL)")
    book = Book(id: "b", title: "Notes")
    try EntityStore<Book>(database).insert(book)
    try database.shareFlush()
  }

  /// Lets the flush of the next write fail. The write waits for another one first, so that its
  /// flush is shared.
  ///
  /// - Returns: The thread of the other write.
  private func failNextFlush() -> BackgroundThread {
    let (database, held) = (database, Gate())
    let holder = BackgroundThread {
      _ = try database.write {
        held.open()
        let deadline = TestDeadline()
        while OpenWrite(of: database).waitingCount == 0, !deadline.hasPassed { sched_yield() }
      }
    }
    held.wait()
    disk.failFlushes(with: [TestDisk.failedFlush])
    return holder
  }

  private func model(_ session: Session) throws -> ObservableTransducer<Shelf> {
    let refusals = refusals
    return try ObservableTransducer<Shelf>(
      restoring: session,
      env: Shelf.Env(database: database, book: book)
    ) { refusals.record("\($0)") }
  }

  private func title() throws -> String? {
    try database.fetchValue(String.self, "SELECT title FROM books")
  }

  @Test func `a transition that is not durable is committed, and the machine has its state`()
    async throws
  {
    let model = try model(Session("main", in: database))
    let holder = failNextFlush()
    try await model.proxy.send(Shelf.rename("Emma"))
    try holder.join()
    #expect(model.state.draft == "Emma")
    #expect(book.title == "Emma")
    #expect(try title() == "Emma")
    #expect(refusals.elements == [])
    #expect(errors.elements == [.notDurable])
    // The next transition replaces the revision of the row that the last one has written.
    try await model.proxy.send(Shelf.rename("Persuasion"))
    #expect(refusals.elements == [])
    #expect(try title() == "Persuasion")
  }

  @Test func `the handler of failures sees the state of the transition`() async throws {
    let model = try model(Session("main", in: database))
    let drafts = Recorder<String>()
    handler.withLock {
      $0 = { MainActor.assumeIsolated { drafts.record(model.state.draft) } }
    }
    let holder = failNextFlush()
    try await model.proxy.send(Shelf.rename("Emma"))
    try holder.join()
    #expect(drafts.elements == ["Emma"])
    handler.withLock { $0 = nil }
  }

  @Test func `a transition whose body throws the error of another database is undone`()
    async throws
  {
    let model = try model(Session("main", in: database))
    let event = Shelf.Event.run { state in
      state.draft = "Emma"
      return .write("Rename") {
        $0.book.title = "Emma"
        throw DatabaseError(.notDurable, "Another database is not durable.")
      }
    }
    await #expect(throws: (any Error).self) { try await model.proxy.send(event) }
    #expect(model.state.draft == "")
    #expect(book.title == "Notes")
    #expect(try title() == "Notes")
    #expect(errors.elements == [])
  }

  @Test func `the first session of a file exists although its tables are not durable`() throws {
    let holder = failNextFlush()
    let session = try Session("main", in: database)
    try holder.join()
    #expect(session.name == "main")
    #expect(errors.elements == [.notDurable])
  }

  @Test func `a step that is undone without being durable counts as undone`() throws {
    let log = try UndoLog("main", in: database)
    try database.write(undo: "Rename", in: log) { book.title = "Emma" }
    let holder = failNextFlush()
    #expect(try log.undo() == "Rename")
    try holder.join()
    #expect(book.title == "Notes")
    #expect(try title() == "Notes")
    #expect(errors.elements == [.notDurable])
    #expect(try log.redo() == "Rename")
    #expect(book.title == "Emma")
  }

  @Test func `a field accepts a value that is not durable, because it is committed`() async throws {
    let holder = failNextFlush()
    try await book.bound(\.title).write("Emma")
    try holder.join()
    #expect(book.title == "Emma")
    #expect(try title() == "Emma")
    #expect(errors.elements == [.notDurable])
  }

  @Test func `a session that is set aside without being durable has its new name`() async throws {
    let session = try Session("main", in: database)
    var model: ObservableTransducer<Shelf>? = try model(session)
    try await model?.proxy.send(Shelf.rename("Emma"))
    // The session must not be in use.
    model = nil
    let holder = failNextFlush()
    #expect(try session.setAside() == "main (set aside 1)")
    try holder.join()
    #expect(errors.elements == [.notDurable])
    #expect(try self.model(session).state == Shelf.initialState)
  }
}
