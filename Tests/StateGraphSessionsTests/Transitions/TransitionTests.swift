import StateGraphPersistence
import StateGraphSessions
import StateGraphTesting
import TestSupport
import Testing

/// A transition is one transaction.
@MainActor
@Suite(.database(.shelf), .timeLimit(.minutes(20))) struct TransitionTests {
  private let scene: ShelfScene
  private let session: Session
  private let model: ObservableTransducer<Shelf>
  private var database: Database { scene.database }
  private var book: Book { scene.env.book }

  init() throws {
    scene = try ShelfScene()
    session = try scene.session()
    model = try scene.model(session)
  }

  /// Sends an event whose transition is refused, and checks that nothing has changed.
  private func refusal(
    of event: Shelf.Event,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> SessionError? {
    let before = (model.state, book.title, try scene.rows(), try scene.requests())
    let error = await #expect(throws: SessionError.self, sourceLocation: sourceLocation) {
      try await model.proxy.send(event)
    }
    #expect(model.state == before.0, sourceLocation: sourceLocation)
    #expect(book.title == before.1, sourceLocation: sourceLocation)
    #expect(try scene.storedTitle() == before.1, sourceLocation: sourceLocation)
    #expect(try scene.rows() == before.2, sourceLocation: sourceLocation)
    #expect(try scene.requests() == before.3, sourceLocation: sourceLocation)
    return error
  }

  @Test func `the write and the state are one commit, and observers see both`() async throws {
    let (model, book) = (model, book)
    let seen = Recorder<[String]>()
    let subscription = withGraphTracking {
      withGraphTrackingGroup { seen.record([model.state.draft, book.title]) }
    }
    defer { subscription.cancel() }
    let count = database.commitNumber
    try await model.proxy.send(Shelf.rename("Emma"))
    #expect(database.commitNumber == count + 1)
    #expect(seen.elements == [["", "Notes"], ["Emma", "Emma"]])
    #expect(try scene.storedTitle() == "Emma")
    #expect(
      try scene.rows().map { Array($0.dropFirst(3)) } == [
        [.integer(1), .text(#"{"draft":"Emma","isTerminal":false,"weight":0}"#)]
      ]
    )
  }

  @Test func `a transition that changes nothing makes no commit`() async throws {
    try await model.proxy.send(.type("x"))
    let count = database.statementCounter.writeCount
    try await model.proxy.send(.type("x"))
    try await model.proxy.send(.run { _ in nil })
    #expect(database.statementCounter.writeCount == count)
  }

  @Test func `a first event that changes nothing writes no row`() async throws {
    try await model.proxy.send(.type(""))
    #expect(try scene.rows() == [])
  }

  @Test func `a write without a change of the state is committed`() async throws {
    try await model.proxy.send(.run { _ in .write("Rename") { $0.book.title = "Emma" } })
    #expect(try scene.storedTitle() == "Emma")
    #expect(try scene.rows() == [])
  }

  @Test func `several writes are one transaction, in the written order`() async throws {
    let count = database.commitNumber
    try await model.proxy.send(
      .run { state in
        state.draft = "x"
        return .sequence(
          .write("A") { $0.book.title += "1" },
          .sequence(.write("B") { $0.book.title += "2" }),
          .write("C") { $0.book.title += "3" }
        )
      }
    )
    #expect(database.commitNumber == count + 1)
    #expect(try scene.storedTitle() == "Notes123")
  }

  @Test func `a write that throws undoes the transition, and the machine continues`() async throws {
    try await model.proxy.send(.type("x"))
    let error = try await refusal(
      of: .run { state in
        state.draft = "y"
        return .sequence(
          .write("A") { $0.book.title = "Emma" },
          .write("B") { _ in throw Mishap() },
          .durable("a", .init(name: "a"))
        )
      }
    )
    #expect(error?.code == .refused)
    #expect(error?.message == "a mishap")
    #expect(error?.cause is Mishap)
    #expect(scene.env.performed.elements == [])
    try await model.proxy.send(Shelf.rename("Emma"))
    #expect(try scene.storedTitle() == "Emma")
  }

  @Test func `a constraint undoes the transition, and its rule is the cause`() async throws {
    let error = try await refusal(of: Shelf.rename("forbidden"))
    #expect(error?.code == .refused)
    #expect((error?.cause as? DatabaseError)?.code == .constraint)
  }

  @Test func `a refused write gives its event instead, in the old state`() async throws {
    try await model.proxy.send(.type("old"))
    let count = database.commitNumber
    try await model.proxy.send(
      .run { state in
        state.draft = "new"
        return .write("Rename") {
          $0.book.title = "forbidden"
        } orElse: { error in
          .run { state in
            state.draft += ", because \(error.code)"
            return nil
          }
        }
      }
    )
    #expect(model.state.draft == "old, because refused")
    #expect(book.title == "Notes")
    #expect(database.commitNumber == count + 1)
  }

  @Test func `of several writes, the one that failed gives the event`() async throws {
    try await model.proxy.send(
      .run { _ in
        .sequence(
          .write("A", { _ in }, orElse: { _ in .type("first") }),
          .write("B", { _ in throw Mishap() }, orElse: { _ in .type("second") })
        )
      }
    )
    #expect(model.state.draft == "second")
  }

  private nonisolated static let faults: [CommitFault] = [
    .diskFull, .inputOutput, .busy, .outOfSpace(after: 0), .outOfSpace(after: 5_000),
  ]

  @Test(arguments: faults)
  func `a commit that fails leaves everything as before`(fault: CommitFault) async throws {
    try await model.proxy.send(.type("x"))
    try scene.db.faults.failNextCommit(fault)
    let error = try await refusal(of: Shelf.rename("Emma"))
    #expect(error?.cause is DatabaseError)
    try scene.db.faults.expectUnchanged()
    try await model.proxy.send(Shelf.rename("Emma"))
    #expect(try scene.storedTitle() == "Emma")
  }

  @Test func `a database that another program writes is busy, and then usable`() async throws {
    let path = try scene.db.path
    var configuration = Database.Configuration()
    configuration.busyTimeout = .milliseconds(10)
    let other = try Database(path: path)
    let mine = try Database(path: path, configuration: configuration)
    let session = try Session("busy", in: mine)
    let book = try #require(try EntityStore<Book>(mine).get(by: "b"))
    let env = Shelf.Env(database: mine, book: book)
    let model = try ObservableTransducer<Shelf>(restoring: session, env: env)
    let (locked, done) = (Gate(), Gate())
    let holder = BackgroundThread {
      try other.write {
        try other.execute("UPDATE books SET title = 'Other'")
        locked.open()
        done.wait()
      }
    }
    locked.wait()
    let error = await #expect(throws: SessionError.self) {
      try await model.proxy.send(.type("x"))
    }
    #expect((error?.cause as? DatabaseError)?.code == .busy)
    #expect(model.state.draft == "")
    done.open()
    try holder.join()
    try await model.proxy.send(.type("x"))
    #expect(model.state.draft == "x")
  }

  @Test func `a read-only database restores, and refuses transitions`() async throws {
    try await model.proxy.send(.type("x"))
    var configuration = Database.Configuration()
    configuration.access = .readOnly
    let readOnly = try Database(path: scene.db.path, configuration: configuration)
    let session = try Session("other", in: readOnly)
    let model = try ObservableTransducer<Shelf>(restoring: session, env: scene.env)
    let error = await #expect(throws: SessionError.self) {
      try await model.proxy.send(.type("y"))
    }
    #expect((error?.cause as? DatabaseError)?.code == .readOnly)
    #expect(model.state.draft == "")
  }

  @Test func `a closed database refuses transitions`() async throws {
    try await model.proxy.send(.type("x"))
    try database.close()
    let error = await #expect(throws: SessionError.self) {
      try await model.proxy.send(.type("y"))
    }
    #expect((error?.cause as? DatabaseError)?.code == .closed)
    #expect(model.state.draft == "x")
  }

  @Test func `a state that cannot be encoded is refused`() async throws {
    let error = try await refusal(
      of: .run { state in
        state.weight = .nan
        return .write("Rename") { $0.book.title = "Emma" }
      }
    )
    #expect(error?.code == .unencodableState)
    #expect(error?.cause is EncodingError)
  }

  @Test func `a state of 10 MB and NUL in text are restored`() async throws {
    let text = String(repeating: "é\u{0}\u{1F4DA}", count: 1_500_000)
    let other = try scene.session("large")
    var large: ObservableTransducer<Shelf>? = try scene.model(other)
    try await large?.proxy.send(.type(text))
    large = nil
    large = try scene.model(other)
    #expect(large?.state.draft.utf8.elementsEqual(text.utf8) == true)
  }

  @Test func `after the table was dropped, transitions are refused`() async throws {
    try await model.proxy.send(.type("x"))
    try scene.db.faults.stranger("DROP TABLE stategraph_sessions")
    for _ in 1...2 {
      let error = await #expect(throws: SessionError.self) {
        try await model.proxy.send(Shelf.rename("Emma"))
      }
      #expect(error?.code == .refused)
      #expect(model.state.draft == "x")
      #expect(book.title == "Notes")
    }
  }

  @Test(arguments: [
    "UPDATE stategraph_sessions SET revision = revision + 1",
    "DELETE FROM stategraph_sessions",
  ])
  func `a row that another program has changed is not overwritten`(sql: String) async throws {
    try await model.proxy.send(.type("x"))
    try scene.db.faults.stranger(sql)
    #expect(try await refusal(of: Shelf.rename("Emma"))?.code == .changedElsewhere)
  }

  @Test func `a row that another program has added is not overwritten`() async throws {
    try scene.db.faults.stranger(
      "INSERT INTO stategraph_sessions VALUES ('main', 'Shelf', 1, 1, '{}')"
    )
    #expect(try await refusal(of: Shelf.rename("Emma"))?.code == .changedElsewhere)
  }

  @Test func `a write is a step of the undo log, and the state is not`() async throws {
    let log = try UndoLog("main", in: database)
    let session = try scene.session("undoable", undoLog: log)
    let model = try scene.model(session)
    try await model.proxy.send(.type("x"))
    #expect(log.undoName == nil)
    try await model.proxy.send(Shelf.rename("Emma"))
    #expect(log.undoName == "Rename")
    try log.undo()
    #expect(book.title == "Notes")
    #expect(model.state.draft == "Emma")
    try await model.proxy.send(.type("y"))
    #expect(log.redoName == "Rename")
  }
}
