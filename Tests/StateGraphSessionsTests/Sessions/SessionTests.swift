import Foundation
import StateGraphPersistence
import StateGraphSessions
import StateGraphTesting
import TestSupport
import Testing

/// The lock, the tables and the names of sessions.
@MainActor
@Suite(.database(.shelf), .timeLimit(.minutes(20))) struct SessionTests {
  private let scene: ShelfScene

  init() throws { scene = try ShelfScene() }

  private func code(_ body: () throws -> Void) -> SessionError.Code? {
    do {
      try body()
      return nil
    } catch {
      return (error as? SessionError)?.code
    }
  }

  @Test func `a session is in use until its object is released`() throws {
    var first: Session? = try scene.session()
    #expect(code { _ = try scene.session() } == .inUse)
    #expect(code { _ = try scene.session("other") } == nil)
    #expect(first?.name == "main")
    first = nil
    #expect(code { _ = try scene.session() } == nil)
  }

  @Test func `a session is in use by another database object with the same file`() throws {
    let session = try scene.session()
    try scene.db.faults.otherProcess { other in
      #expect(code { _ = try Session("main", in: other) } == .inUse)
    }
    #expect(session.name == "main")
  }

  @Test func `a session of a database in memory is in use as well`() throws {
    let (memory, other) = (try Database(path: ":memory:"), try Database(path: ":memory:"))
    var first: Session? = try Session("main", in: memory)
    #expect(code { _ = try Session("main", in: memory) } == .inUse)
    #expect(code { _ = try Session("main", in: other) } == nil)
    #expect(first?.name == "main")
    first = nil
    #expect(code { _ = try Session("main", in: memory) } == nil)
  }

  @Test func `another process cannot open a session in use, and a killed one leaves it`()
    async throws
  {
    let path = try scene.db.path
    let session = try scene.session()
    await #expect(processExitsWith: .success) { [path = path as String] in
      let database = try Database(path: path)
      let error = #expect(throws: SessionError.self) { try Session("main", in: database) }
      #expect(error?.code == .inUse)
    }
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
      let session = try Session("other", in: Database(path: path))
      withExtendedLifetime(session) { _ = kill(getpid(), SIGKILL) }
    }
    #expect(code { _ = try scene.session("other") } == nil)
    #expect(session.name == "main")
  }

  @Test(arguments: ["it's \"quoted\"", "a\u{0}b", "", "e\u{301}", "é", "'; DROP TABLE books; --"])
  func `a session may have any name`(name: String) async throws {
    let session = try scene.session(name)
    let model = try scene.model(session)
    try await model.proxy.send(.type("x"))
    let names = try scene.rows().map { $0[0] }
    #expect(names == [.text(name)])
    #expect(try scene.storedTitle() == "Notes")
  }

  @Test func `two names with different bytes are two sessions`() throws {
    let (composed, decomposed) = (try scene.session("é"), try scene.session("e\u{301}"))
    #expect(composed.name == decomposed.name)
  }

  @Test func `the first session creates the tables, and the next one writes nothing`() throws {
    var session: Session? = try scene.session()
    #expect(session != nil)
    session = nil
    let count = scene.database.statementCounter.writeCount
    session = try scene.session()
    #expect(scene.database.statementCounter.writeCount == count)
  }

  @Test func `a closed database opens no session`() throws {
    try scene.database.close()
    let error = #expect(throws: SessionError.self) { try scene.session() }
    #expect(error?.code == .unreadable)
    #expect((error?.cause as? DatabaseError)?.code == .closed)
  }

  @Test func `another table with the name is left as it is`() throws {
    try scene.db.faults.stranger(
      "CREATE TABLE stategraph_sessions (x); INSERT INTO stategraph_sessions VALUES (1)"
    )
    #expect(code { _ = try scene.session() } == .unknownTable)
    #expect(
      try scene.database.rows("SELECT * FROM stategraph_sessions").map(\.values)
        == [[.integer(1)]]
    )
  }

  @Test func `a session is set aside under another name, with its requests`() async throws {
    let session = try scene.session()
    #expect(try session.setAside() == nil)
    var model: ObservableTransducer<Shelf>? = try scene.model(session)
    try await model?.proxy.send(
      .run { state in
        state.draft = "old"
        return .durable("import", .init(name: "books", gate: 0))
      }
    )
    #expect(code { try session.setAside() } == .inUse)
    model = nil
    #expect(try session.setAside() == "main (set aside 1)")
    let fresh = try scene.model(session)
    #expect(fresh.state == Shelf.initialState)
    try await fresh.proxy.send(.type("new"))
    let kept = try scene.model(scene.session("main (set aside 1)"))
    #expect(kept.state.draft == "old")
    #expect(try scene.requests() == ["import"])
    let owners = try scene.database.fetchValues(
      String.self,
      "SELECT session FROM stategraph_session_requests"
    )
    #expect(owners == ["main (set aside 1)"])
    #expect(try scene.rows().count == 2)
  }
}
