import StateGraphSessions
import TestSupport
import Testing

// The code of the article about sessions, as it stands there.

struct Draft: Codable, Hashable {
  var book: String
  var title: String
}

enum Shelving: EffectTransducer, RestorableTransducer {
  enum State: Terminable, Codable, Hashable {
    case browsing, editing(Draft), refused(Draft, String), closed
    var isTerminal: Bool { self == .closed }
  }
  enum Event: Codable, Sendable {
    case edit(Draft), type(String), save, refuse(Draft, String), close
  }
  struct Env { let books: EntityStore<Book> }

  static var storedName: String { "Shelving" }
  static var initialState: State { .browsing }

  static func update(_ state: inout State, event: Event) -> Self.Effect? {
    switch (state, event) {
    case (.browsing, .edit(let draft)): state = .editing(draft)
    case (.editing(var draft), .type(let title)), (.refused(var draft, _), .type(let title)):
      draft.title = title
      state = .editing(draft)
    case (.editing(let draft), .save):
      state = .browsing
      return .write("Rename Book") { env in
        guard let book = env.books.get(by: .init(draft.book)) else { throw BookIsMissing() }
        book.title = draft.title
      } orElse: {
        .refuse(draft, $0.message)
      }
    case (.editing, .refuse(let draft, let reason)): state = .refused(draft, reason)
    case (_, .close): state = .closed
    default: break
    }
    return nil
  }
}

struct BookIsMissing: Error, CustomStringConvertible {
  var description: String { "The book was deleted." }
}

@MainActor
func restoreShelving(
  _ database: Database,
  _ books: EntityStore<Book>
) throws -> ObservableTransducer<Shelving> {
  let session = try Session("main window", in: database)
  return try ObservableTransducer<Shelving>(restoring: session, env: .init(books: books))
}

@MainActor
func restoreOrStartFresh(
  _ session: Session,
  _ env: Shelving.Env,
  ask: (SessionError) -> Bool
) throws -> ObservableTransducer<Shelving> {
  do {
    return try ObservableTransducer<Shelving>(restoring: session, env: env)
  } catch SessionError.Code.inUse {
    throw SecondWindow()
  } catch let error where ask(error) {
    try session.setAside()
    return try ObservableTransducer<Shelving>(restoring: session, env: env)
  }
}

struct SecondWindow: Error {}

enum Importing: EffectTransducer, RestorableTransducer {
  struct State: NonTerminal, Codable, Equatable {
    var message = ""
    var isImporting = false
  }
  enum Event: Sendable { case start(path: String), cancel, done(String) }
  struct Request: Codable, Sendable { var path: String }
  struct Env: Sendable { var load: @Sendable (String) async throws -> Int }

  static var storedName: String { "Importing" }
  static var initialState: State { State() }

  static func update(_ state: inout State, event: Event) -> Self.Effect? {
    switch event {
    case .start(let path):
      state = State(message: "Importing …", isImporting: true)
      return .durable("import", Request(path: path))
    case .cancel:
      state = State(message: "Cancelled")
      return .cancelRequest("import")
    case .done(let message):
      state = State(message: message)
      return nil
    }
  }

  static func perform(_ request: Request, env: Env, input: Input) async -> Event {
    do {
      return .done("\(try await env.load(request.path)) books")
    } catch {
      return .done("The import failed: \(error)")
    }
  }
}

enum Reader: EffectTransducer, RestorableTransducer {
  struct State: NonTerminal, Codable {
    var pages: [String] = []
    var isLoading = false
  }
  private struct FirstState: Decodable { var page: String }
  enum Event: Sendable { case open(String) }

  static var storedName: String { "Reader" }
  static var stateVersion: Int { 2 }
  static var initialState: State { State() }

  static func migrate(_ old: StoredState, from version: Int) throws -> State? {
    State(pages: [try old.decode(FirstState.self).page])
  }

  static func resumed(_ state: inout State) -> Self.Effect? {
    state.isLoading = false
    return nil
  }

  static func update(_ state: inout State, event: Event) -> Self.Effect? {
    if case .open(let page) = event { state.pages.append(page) }
    return nil
  }
}

func printTransitions(of database: Database) throws {
  let session = try Session("main window", in: database, loggedTransitions: 1_000)
  for transition in try session.transitions(of: Shelving.self) {
    let state = try session.replay(Shelving.self, to: transition.number)
    print(transition.number, transition.event as Any, state as Any)
  }
}

@MainActor
@Suite(.timeLimit(.minutes(20))) struct SessionExampleTests {
  private let database: Database
  private let books: EntityStore<Book>

  init() throws {
    database = try Database.temporary()
    try database.createTables(for: Author.self, Book.self, Tag.self, BookTag.self)
    books = try EntityStore<Book>(database)
    let author = Author(id: "a", name: "Jane")
    try EntityStore<Author>(database).add(author)
    books.add(Book(id: "b", title: "Old", author: author))
  }

  /// Waits until the machine has processed the events that were sent before.
  private func wait<T: BaseTransducer>(
    for model: ObservableTransducer<T>,
    until isDone: (T.State) -> Bool
  ) async {
    while !isDone(model.state) { await Task.yield() }
  }

  @Test func `the article's window is restored with its draft, and its write is refused`()
    async throws
  {
    var model: ObservableTransducer<Shelving>? = try restoreShelving(database, books)
    model?.send(.edit(Draft(book: "b", title: "Old")))
    model?.send(.type("Emma"))
    await wait(for: try #require(model)) { $0 == .editing(Draft(book: "b", title: "Emma")) }
    model = nil
    // The machine keeps its session until its task has ended.
    while model == nil {
      model = try? restoreShelving(database, books)
      await Task.yield()
    }
    #expect(model?.state == .editing(Draft(book: "b", title: "Emma")))
    model?.send(.save)
    await wait(for: try #require(model)) { $0 == .browsing }
    #expect(books.get(by: "b")?.title == "Emma")
    model?.send(.edit(Draft(book: "missing", title: "x")))
    model?.send(.save)
    await wait(for: try #require(model)) {
      $0 == .refused(Draft(book: "missing", title: "x"), "The book was deleted.")
    }
  }

  @Test func `the article's fresh start keeps the old row`() throws {
    let session = try Session("main window", in: database)
    try database.execute(
      "INSERT INTO stategraph_sessions VALUES ('main window', 'Shelving', 9, 1, '{}')"
    )
    let env = Shelving.Env(books: books)
    #expect(throws: SessionError.self) {
      try restoreOrStartFresh(session, env) { _ in false }
    }
    let model = try restoreOrStartFresh(session, env) { $0.code == .newerState }
    #expect(model.state == .browsing)
    #expect(throws: SecondWindow.self) { try restoreOrStartFresh(session, env) { _ in true } }
    let names = try database.fetchValues(String.self, "SELECT name FROM stategraph_sessions")
    #expect(names == ["main window (set aside 1)"])
  }

  @Test func `the article's import runs, and can be cancelled`() async throws {
    let session = try Session("import", in: database)
    let model = try ObservableTransducer<Importing>(
      restoring: session,
      env: .init { path in path == "books.csv" ? 3 : try await Self.never() }
    )
    model.send(.start(path: "books.csv"))
    await wait(for: model) { $0 == .init(message: "3 books") }
    model.send(.start(path: "endless.csv"))
    model.send(.cancel)
    await wait(for: model) { $0 == .init(message: "Cancelled") }
    #expect(try database.rows("SELECT * FROM stategraph_session_requests").isEmpty)
  }

  private nonisolated static func never() async throws -> Int {
    while true {
      try Task.checkCancellation()
      await Task.yield()
    }
  }

  @Test func `the article's old state is converted, and resumed`() throws {
    let session = try Session("reader", in: database)
    try database.execute(
      #"INSERT INTO stategraph_sessions VALUES ('reader', 'Reader', 1, 1, '{"page":"a"}')"#
    )
    let model = try ObservableTransducer<Reader>(restoring: session)
    #expect(model.state.pages == ["a"])
    #expect(!model.state.isLoading)
  }
}
