import StateGraphPersistence
import StateGraphSessions
import StateGraphTesting
import TestSupport
import Testing

@Entity(id: String.self)
final class Book {
  @GraphStored var title: String
}

/// A transducer whose events bring their changes with them, so that each test can write its own.
enum Shelf: EffectTransducer, RestorableTransducer {
  typealias Proxy = SyncSuspendingProxy<Event>
  typealias Output = String
  typealias Body = @Sendable (inout State) -> StateGraphPresentation.Effect<Shelf>?

  struct State: Terminable, Codable, Equatable {
    var draft = ""
    var weight = 0.0
    var isTerminal = false
  }
  enum Event: Sendable {
    case type(String)
    case run(Body)
  }
  struct Env: Sendable {
    let database: Database
    let book: Book
    /// The names of the requests that have begun.
    let performed = Recorder<String>()
    /// The names of the requests that have passed their gate.
    let answered = Recorder<String>()
    let gates = [Signpost(), Signpost()]
  }
  struct Request: Codable {
    var name: String
    /// The index of the gate at which the request waits. Nil if it does not wait.
    var gate: Int?
  }

  static var storedName: String { "Shelf" }
  static var initialState: State { State() }

  static func update(_ state: inout State, event: Event) -> (Self.Effect?, Output) {
    switch event {
    case .type(let text):
      state.draft = text
      return (nil, text)
    case .run(let body):
      let effect = body(&state)
      return (effect, state.draft)
    }
  }

  /// Begins on the actor of the machine, so that requests begin in their order.
  nonisolated(nonsending) static func perform(
    _ request: Request,
    env: Env,
    input: Input
  ) async -> Event {
    env.performed.record(request.name)
    if let gate = request.gate { await env.gates[gate].wait() }
    env.answered.record(request.name)
    return .run { state in
      state.draft += "+" + request.name
      return request.name == "again" ? .durable("a", Request(name: "next")) : nil
    }
  }

  static func rename(_ title: String) -> Event {
    .run { state in
      state.draft = title
      return .write("Rename") { $0.book.title = title }
    }
  }
}

/// A database with a book, and machines whose sessions are in it.
@MainActor
struct ShelfScene {
  let db = TestDatabase.current
  let database: Database
  let env: Shelf.Env

  init() throws {
    database = try db.database
    let book = Book(id: "b", title: "Notes")
    try EntityStore<Book>(database).insert(book)
    env = Shelf.Env(database: database, book: book)
  }

  func session(_ name: String = "main", undoLog: UndoLog? = nil) throws -> Session {
    try Session(name, in: database, undoLog: undoLog)
  }

  func model(
    _ session: Session,
    refusal: ((SessionError) -> Void)? = nil
  ) throws -> ObservableTransducer<Shelf> {
    try ObservableTransducer(restoring: session, env: env, refusal: refusal)
  }

  /// The rows of all sessions, as the last commit has them.
  func rows() throws -> [[SQLiteValue]] {
    try database.rows("SELECT * FROM stategraph_sessions ORDER BY name").map(\.values)
  }

  /// The ids of the stored requests.
  func requests() throws -> [String] {
    try database.fetchValues(
      String.self,
      "SELECT id FROM stategraph_session_requests ORDER BY number"
    )
  }

  func storedTitle() throws -> String? {
    try database.fetchValue(String.self, "SELECT title FROM books")
  }
}

extension TestFixture {
  static let shelf = TestFixture.empty(
    migrations: .list([
      Migration(
        version: 1,
        name: "books",
        sql: """
          CREATE TABLE books (
            id TEXT PRIMARY KEY NOT NULL, title TEXT NOT NULL CHECK (title <> 'forbidden')
          )
          """
      )
    ])
  )
}

/// A gate at which tasks wait without a thread.
struct Signpost: Sendable {
  private let signals = Recorder<Void>()

  func send() { signals.record(()) }

  /// Returns when the signal was sent, or the task is cancelled.
  ///
  /// A signal that was sent before suspends no task. Requests whose gate is open therefore end in
  /// the order in which they begin.
  nonisolated(nonsending) func wait() async {
    while signals.elements.isEmpty, !Task.isCancelled { await Task.yield() }
  }
}

struct Mishap: Error, CustomStringConvertible {
  var description: String { "a mishap" }
}
