import StateGraphPersistence
import StateGraphSessions
import StateGraphTesting
import TestSupport
import Testing

/// A state that has changed its form twice.
private enum Counter: EffectTransducer, RestorableTransducer {
  struct State: NonTerminal, Codable, Equatable { var total = 0 }
  struct FirstState: Decodable { var count: Int }
  enum Event { case increase }
  typealias Proxy = SyncSuspendingProxy<Event>

  static var storedName: String { "Shelf" }
  static var stateVersion: Int { 3 }
  static var initialState: State { State() }

  static func migrate(_ old: StoredState, from version: Int) throws -> State? {
    guard version == 1 else { return nil }
    return State(total: try old.decode(FirstState.self).count)
  }

  static func update(_ state: inout State, event: Event) -> Self.Effect? {
    state.total += 1
    return nil
  }
}

/// A machine that waits for an operation, which ends with its process.
private enum Search: EffectTransducer, RestorableTransducer {
  enum State: Terminable, Codable, Equatable {
    case idle, searching, interrupted(Int), closed
    var isTerminal: Bool { self == .closed }
  }
  enum Event { case search, close, nothing }
  typealias Proxy = SyncSuspendingProxy<Event>
  typealias Env = Recorder<String>

  static var initialState: State { .idle }

  static func update(_ state: inout State, event: Event) -> Self.Effect? {
    switch event {
    case .search: state = .searching
    case .close: state = .closed
    case .nothing: break
    }
    return nil
  }

  static func resumed(_ state: inout State) -> Self.Effect? {
    if case .interrupted(let count) = state { state = .interrupted(count + 1) }
    if state == .searching { state = .interrupted(1) }
    return Effect(action: { $0.record("resumed") })
  }
}

@MainActor
@Suite(.database(.shelf), .timeLimit(.minutes(20))) struct RestoringTests {
  private let scene: ShelfScene
  private let session: Session

  init() throws {
    scene = try ShelfScene()
    session = try scene.session()
  }

  private func store(
    _ state: String,
    version: Int = 1,
    type: String = "Shelf",
    revision: Int = 7
  ) throws {
    try scene.database.execute(
      """
      INSERT INTO stategraph_sessions (name, type, version, revision, state)
      VALUES ('main', \(type), \(version), \(revision), \(state))
      """
    )
  }

  @Test func `the next machine has the state of the last one`() async throws {
    var model: ObservableTransducer<Shelf>? = try scene.model(session)
    try await model?.proxy.send(.type("half-typed"))
    model = nil
    model = try scene.model(session)
    #expect(model?.state.draft == "half-typed")
    try await model?.proxy.send(.type("more"))
    #expect(try scene.rows().count == 1)
  }

  @Test func `without a row the machine starts in the initial state, and writes nothing`() throws {
    let count = scene.database.statementCounter.writeCount
    let model = try scene.model(session)
    #expect(model.state == Shelf.initialState)
    #expect(scene.database.statementCounter.writeCount == count)
  }

  @Test(arguments: [Int.max, .min, -1])
  func `a machine continues after any revision that the file has`(revision: Int) async throws {
    try store(#"{"draft":"","isTerminal":false,"weight":0}"#, revision: revision)
    let model = try scene.model(session)
    try await model.proxy.send(.type("first"))
    try await model.proxy.send(.type("second"))
    #expect(model.state.draft == "second")
    #expect(try scene.rows().count == 1)
  }

  @Test func `a session has one machine at a time`() throws {
    var model: ObservableTransducer<Shelf>? = try scene.model(session)
    let error = #expect(throws: SessionError.self) { try scene.model(session) }
    #expect(error?.code == .inUse)
    #expect(model != nil)
    model = nil
    model = try scene.model(session)
  }

  @Test(arguments: [
    ("{\"draft\"", 1, "Shelf", SessionError.Code.damagedState),
    ("", 1, "Shelf", .damagedState), ("[1,2]", 1, "Shelf", .damagedState),
    ("{\"draft\":1}", 1, "Shelf", .damagedState),
    (#"{"draft":"","isTerminal":false,"weight":0}"#, 2, "Shelf", .newerState),
    (#"{"draft":"","isTerminal":false,"weight":0}"#, .max, "Shelf", .newerState),
    (#"{"draft":"","isTerminal":false,"weight":0}"#, 0, "Shelf", .olderState),
    (#"{"draft":"","isTerminal":false,"weight":0}"#, 1, "Other", .foreignState),
  ])
  func `a state that cannot be restored is left as it is`(
    state: String,
    version: Int,
    type: String,
    code: SessionError.Code
  ) throws {
    try store(state, version: version, type: type)
    let before = try scene.rows()
    let error = #expect(throws: SessionError.self) { try scene.model(session) }
    #expect(error?.code == code)
    #expect(error?.remedy.isEmpty == false)
    #expect(try scene.rows() == before)
    // The refused restore does not keep the session.
    #expect(try session.setAside() == "main (set aside 1)")
    #expect(try scene.model(session).state == Shelf.initialState)
  }

  @Test func `a state that is no text is damaged`() throws {
    try store("x")
    try scene.db.faults.stranger(
      "UPDATE stategraph_sessions SET state = CAST(x'7b22ff227d' AS TEXT)"
    )
    let error = #expect(throws: SessionError.self) { try scene.model(session) }
    #expect(error?.code == .damagedState)
  }

  @Test func `a request that cannot be decoded is left as it is`() throws {
    try scene.database.execute(
      """
      INSERT INTO stategraph_session_requests (session, id, request) VALUES ('main', 'a', '[]')
      """
    )
    let error = #expect(throws: SessionError.self) { try scene.model(session) }
    #expect(error?.code == .damagedRequest)
    #expect(try scene.requests() == ["a"])
  }

  @Test func `an old state is converted, and stored by the next change`() async throws {
    try store(#"{"count":5}"#)
    let model = try ObservableTransducer<Counter>(restoring: session)
    #expect(model.state.total == 5)
    #expect(try scene.rows()[0][2] == .integer(1))
    try await model.proxy.send(.increase)
    #expect(
      try scene.rows()[0].suffix(3) == [.integer(3), .integer(8), .text(#"{"total":6}"#)]
    )
  }

  @Test func `an old state that is not converted is refused, with the error of the conversion`()
    throws
  {
    try store(#"{"count":5}"#, version: 2)
    let unknown = #expect(throws: SessionError.self) {
      try ObservableTransducer<Counter>(restoring: session)
    }
    #expect(unknown?.code == .olderState)
    #expect(unknown?.cause == nil)
    try scene.database.execute("UPDATE stategraph_sessions SET version = 1, state = '{}'")
    let damaged = #expect(throws: SessionError.self) {
      try ObservableTransducer<Counter>(restoring: session)
    }
    #expect(damaged?.code == .olderState)
    #expect(damaged?.cause is DecodingError)
  }

  @Test func `a restored machine is resumed once, before its first event`() async throws {
    let log = Recorder<String>()
    var model: ObservableTransducer<Search>? = try .init(restoring: session, env: log)
    try await model?.proxy.send(.search)
    #expect(log.elements == [])
    for count in 1...2 {
      model = nil
      model = try .init(restoring: session, env: log)
      try await model?.proxy.send(.nothing)
      #expect(model?.state == .interrupted(count))
      #expect(try scene.rows()[0][4] == .text(#"{"interrupted":{"_0":\#(count)}}"#))
      #expect(log.drain() == ["resumed"])
    }
  }

  @Test func `after a terminal state the next machine begins anew`() async throws {
    let log = Recorder<String>()
    var model: ObservableTransducer<Search>? = try .init(restoring: session, env: log)
    try await model?.proxy.send(.close)
    #expect(try scene.rows()[0][4] == .text(#"{"closed":{}}"#))
    model = nil
    model = try .init(restoring: session, env: log)
    try await model?.proxy.send(.search)
    #expect(model?.state == .searching)
    #expect(log.elements == [])
    #expect(try scene.rows()[0][4] == .text(#"{"searching":{}}"#))
  }

  @Test func `run restores a machine without an object`() async throws {
    try store(#"{"idle":{}}"#, type: String(reflecting: Search.self))
    let (log, proxy) = (Recorder<String>(), Search.Proxy())
    let sent = Task { try await proxy.send(.close) }
    try await Search.run(restoring: session, proxy: proxy, env: log)
    try await sent.value
    #expect(log.elements == ["resumed"])
    #expect(try scene.rows()[0][4] == .text(#"{"closed":{}}"#))
  }
}
