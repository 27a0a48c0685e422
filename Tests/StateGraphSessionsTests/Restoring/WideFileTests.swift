import StateGraphPersistence
import StateGraphSQLite
import StateGraphSessions
import StateGraphTesting
import TestSupport
import Testing

/// A transducer whose only request names the state.
private enum Note: EffectTransducer, RestorableTransducer {
  typealias Proxy = SyncSuspendingProxy<String>
  struct State: NonTerminal, Codable, Equatable { var text = "" }

  static var storedName: String { "Note" }
  static var initialState: State { State() }

  static func update(_ state: inout State, event: String) -> Self.Effect? {
    state.text = event
    return nil
  }

  static func perform(_ request: String, env: Void, input: Input) async -> String { request }
}

/// Sessions of a file whose texts are UTF-16.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct WideFileTests {
  private let directory: TemporaryDirectory
  private let database: Database

  init() throws {
    directory = try TemporaryDirectory()
    let path = directory.file("wide.sqlite")
    let connection = try WriterConnection.open(DatabaseLocation(path: path))
    try connection.run("PRAGMA encoding = 'UTF-16le'")
    try connection.run("CREATE TABLE t (id INTEGER PRIMARY KEY) STRICT")
    database = try Database(path: path)
  }

  @Test func `the next machine has the text of the last one`() async throws {
    let session = try Session("main", in: database)
    var model: ObservableTransducer<Note>? = try ObservableTransducer(restoring: session)
    try await model?.proxy.send("é Ā 🌳")
    model = nil
    model = try ObservableTransducer(restoring: session)
    #expect(model?.state.text == "é Ā 🌳")
  }

  @Test func `an unfinished request is performed`() async throws {
    let session = try Session("main", in: database)
    try database.execute(
      """
      INSERT INTO stategraph_session_requests (session, id, request)
      VALUES ('main', 'é', '"Ā 🌳"')
      """
    )
    let model = try ObservableTransducer<Note>(restoring: session)
    let deadline = TestDeadline()
    while model.state.text.isEmpty, !deadline.hasPassed { await Task.yield() }
    #expect(model.state.text == "Ā 🌳")
    #expect(
      try database.fetchValues(String.self, "SELECT id FROM stategraph_session_requests") == []
    )
  }
}
