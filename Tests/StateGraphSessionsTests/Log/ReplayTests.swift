import StateGraphPersistence
import StateGraphSessions
import StateGraphTesting
import TestSupport
import Testing

/// A transducer whose events can be stored, except one of them.
private enum Notebook: EffectTransducer, RestorableTransducer {
  typealias Proxy = SyncSuspendingProxy<Event>
  typealias Env = Book
  struct State: NonTerminal, Codable, Equatable {
    var text = ""
    var resumptions = 0
  }
  enum Event: Codable, Sendable, Equatable {
    case append(String)
    case weigh(Double)
    case rename(String)
    case fail
  }

  static var storedName: String { "Notebook" }
  static var initialState: State { State() }

  static func resumed(_ state: inout State) -> Self.Effect? {
    state.resumptions += 1
    return nil
  }

  static func update(_ state: inout State, event: Event) -> Self.Effect? {
    switch event {
    case .append(let text): state.text += text
    case .weigh: state.text += "?"
    case .rename(let title):
      state.text += "!"
      return .write("Rename") { $0.title = title }
    case .fail:
      state.text = "failed"
      return .write("Fail") { _ in throw Mishap() }
    }
    return nil
  }
}

/// A transducer whose events can be encoded and not decoded.
private enum Tally: EffectTransducer, RestorableTransducer {
  typealias Proxy = SyncSuspendingProxy<Event>
  struct State: NonTerminal, Codable, Equatable { var total = 0 }
  struct Event: Encodable, Sendable { var amount: Int }

  static var storedName: String { "Tally" }
  static var initialState: State { State() }

  static func update(_ state: inout State, event: Event) -> Self.Effect? {
    state.total += event.amount
    return nil
  }
}

@MainActor
@Suite(.database(.shelf), .timeLimit(.minutes(20))) struct ReplayTests {
  private let scene: ShelfScene

  init() throws { scene = try ShelfScene() }

  private func session(_ limit: Int) throws -> Session {
    try Session("main", in: scene.database, loggedTransitions: limit)
  }

  private func model(_ session: Session) throws -> ObservableTransducer<Notebook> {
    try ObservableTransducer(restoring: session, env: scene.env.book)
  }

  @Test(arguments: [Int.max, .max / 2, -1, .min])
  func `a log with an impossible number is refused, and stays as it is`(number: Int) throws {
    let session = try session(1_000)
    try scene.database.execute(
      """
      INSERT INTO stategraph_session_transitions (session, number, version, state)
      VALUES ('main', \(number), 1, '{}')
      """
    )
    let error = #expect(throws: SessionError.self) { try model(session) }
    #expect(error?.code == .damagedState)
    let numbers = try scene.database.fetchValues(
      Int.self,
      "SELECT number FROM stategraph_session_transitions"
    )
    #expect(numbers == [number])
  }

  @Test func `each logged state is computed again, and no entity is written`() async throws {
    let session = try session(1_000)
    var model: ObservableTransducer<Notebook>? = try model(session)
    var states: [Notebook.State?] = []
    for event in [Notebook.Event.append("a"), .rename("Emma"), .weigh(.infinity), .append("b")] {
      try await model?.proxy.send(event)
      states.append(model?.state)
    }
    model = nil
    model = try self.model(session)
    try await model?.proxy.send(.append("c"))
    states += [.init(text: "a!?b", resumptions: 1), model?.state]
    scene.env.book.title = "Another"
    let writes = scene.database.statementCounter.writeCount
    let transitions = try session.transitions(of: Notebook.self)
    #expect(transitions.map(\.number) == Array(1...6))
    #expect(
      transitions.map(\.event)
        == [.append("a"), .rename("Emma"), nil, .append("b"), nil, .append("c")]
    )
    #expect(try (1...6).map { try session.replay(Notebook.self, to: $0) } == states)
    #expect(try session.replay(Notebook.self, to: 7) == nil)
    #expect(try session.replay(Notebook.self, to: 0) == nil)
    #expect(scene.database.statementCounter.writeCount == writes)
    #expect(scene.env.book.title == "Another")
  }

  @Test func `refused transitions and those without a commit are not logged`() async throws {
    let session = try session(1_000)
    let model = try model(session)
    try await model.proxy.send(.append(""))
    await #expect(throws: SessionError.self) { try await model.proxy.send(.fail) }
    try await model.proxy.send(.append("a"))
    #expect(try session.transitions(of: Notebook.self).map(\.event) == [.append("a")])
  }

  @Test func `events that cannot be decoded are logged as states`() async throws {
    let session = try session(1_000)
    let model = try ObservableTransducer<Tally>(restoring: session)
    for amount in 1...3 { try await model.proxy.send(Tally.Event(amount: amount)) }
    #expect(try session.transitions(of: Tally.self).map { $0.event?.amount } == [nil, nil, nil])
    #expect(try (1...3).map { try session.replay(Tally.self, to: $0)?.total } == [1, 3, 6])
  }

  @Test func `the log is bounded, and all of it can be replayed`() async throws {
    let session = try session(100)
    let model = try model(session)
    for number in 1...1_000 { try await model.proxy.send(.append(number % 10 == 0 ? "." : "")) }
    for _ in 1...1_000 { try await model.proxy.send(.append("-")) }
    let numbers = try session.transitions(of: Notebook.self).map(\.number)
    #expect((100...200).contains(numbers.count))
    #expect(numbers.last == 1_100)
    for number in numbers {
      let state = try session.replay(Notebook.self, to: number)
      #expect(state?.text.utf8.count == number)
    }
  }

  @Test func `a session without a log keeps none`() async throws {
    let session = try session(0)
    let model = try model(session)
    try await model.proxy.send(.append("a"))
    #expect(try session.transitions(of: Notebook.self).isEmpty)
  }

  @Test(arguments: [
    ("UPDATE stategraph_session_transitions SET state = '['", SessionError.Code.damagedState),
    ("UPDATE stategraph_session_transitions SET version = 2", .newerState),
    ("UPDATE stategraph_session_transitions SET version = 0", .olderState),
  ])
  func `a log that cannot be read gives an error`(sql: String, code: SessionError.Code)
    async throws
  {
    let session = try session(10)
    let model = try model(session)
    try await model.proxy.send(.append("a"))
    try scene.db.faults.stranger(sql)
    let error = #expect(throws: SessionError.self) { try session.replay(Notebook.self, to: 1) }
    #expect(error?.code == code)
  }
}
