import Glibc
import SQLiteTestSupport
import StateGraphPersistence
import StateGraphSQLite
import StateGraphSessions
import TestSupport
import Testing

@MainActor
@Suite(.timeLimit(.minutes(20))) struct TransitionDurabilityTests {
  @Test func `a transition that is not durable is committed, and the machine has its state`()
    async throws
  {
    let directory = try TemporaryDirectory()
    let disk = try TestDisk(of: directory.file("a.sqlite"))
    let errors = Recorder<DatabaseError.Code?>()
    var configuration = Database.Configuration()
    configuration.durability = .full
    configuration.onWriteFailure = { errors.record(($0 as? DatabaseError)?.code) }
    let database = try Database(
      path: directory.file("a.sqlite"),
      configuration: configuration
    )
    try database.execute("CREATE TABLE books (id TEXT PRIMARY KEY NOT NULL, title TEXT NOT NULL)")
    let book = Book(id: "b", title: "Notes")
    try EntityStore<Book>(database).insert(book)
    let refusals = Recorder<String>()
    let model = try ObservableTransducer<Shelf>(
      restoring: Session("main", in: database),
      env: Shelf.Env(database: database, book: book)
    ) { refusals.record("\($0)") }
    // The transition waits for this write, so that its flush is shared.
    let held = Gate()
    let holder = BackgroundThread {
      _ = try database.write {
        held.open()
        let deadline = TestDeadline()
        while database.waitingWriteCount == 0, !deadline.hasPassed { sched_yield() }
      }
    }
    held.wait()
    disk.failFlushes(with: [TestDisk.failedFlush])
    try await model.proxy.send(Shelf.rename("Emma"))
    try holder.join()
    #expect(model.state.draft == "Emma")
    #expect(book.title == "Emma")
    #expect(try database.fetchValue(String.self, "SELECT title FROM books") == "Emma")
    #expect(refusals.elements == [])
    #expect(errors.elements == [.notDurable])
    // The next transition replaces the revision of the row that the last one has written.
    try await model.proxy.send(Shelf.rename("Persuasion"))
    #expect(refusals.elements == [])
    #expect(try database.fetchValue(String.self, "SELECT title FROM books") == "Persuasion")
    withExtendedLifetime((disk, directory)) {}
  }
}
