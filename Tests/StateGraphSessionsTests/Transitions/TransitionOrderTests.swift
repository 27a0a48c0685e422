import StateGraphPersistence
import StateGraphSessions
import StateGraphTesting
import TestSupport
import Testing

/// A machine whose senders do not wait.
private enum Typist: EffectTransducer, RestorableTransducer {
  typealias Output = String
  struct State: Terminable, Codable {
    var text = ""
    var isTerminal = false
  }
  enum Event: Sendable {
    case type(String)
    case fail
    case start
    case end
  }
  struct Env: Sendable { let log: Recorder<String> }

  static var initialState: State { State() }

  static func update(_ state: inout State, event: Event) -> (Self.Effect?, Output) {
    switch event {
    case .type(let text):
      state.text = text
      return (.init(action: { $0.log.record("effect \(text)") }), text)
    case .fail:
      state.text = "failed"
      let failure = Self.Effect.write("Fail") { _ in throw Mishap() }
      return (.sequence(failure, .init(action: { $0.log.record("never") })), "never")
    case .start:
      state.text = "started"
      return (
        .init(operation: { env, input in
          env.log.record("operation")
          try input.send(.end)
        }), "started"
      )
    case .end:
      state.isTerminal = true
      return (nil, "end")
    }
  }
}

@MainActor
@Suite(.database(.shelf), .timeLimit(.minutes(20))) struct TransitionOrderTests {
  private let scene: ShelfScene
  private let log = Recorder<String>()

  init() throws { scene = try ShelfScene() }

  private func run(
    _ events: [Typist.Event],
    refusal: @escaping (SessionError) -> Void = { _ in }
  ) async throws {
    let (database, log, proxy) = (scene.database, log, Typist.Proxy())
    for event in events { try proxy.send(event) }
    try await Typist.run(
      restoring: scene.session(),
      proxy: proxy,
      env: .init(log: log),
      output: Callback { output in
        let stored = try database.readLastCommit { connection in
          try connection.firstValue("SELECT state FROM stategraph_sessions")
        }
        guard case .text(let text)? = stored else { return log.record("no row") }
        log.record("\(output): \(text)")
      },
      refusal: refusal
    )
  }

  @Test func `outputs and effects come after the commit of their transition`() async throws {
    try await run([.type("a"), .start])
    #expect(
      log.elements == [
        #"a: {"isTerminal":false,"text":"a"}"#, "effect a",
        #"started: {"isTerminal":false,"text":"started"}"#, "operation",
        #"end: {"isTerminal":true,"text":"started"}"#,
      ]
    )
  }

  @Test func `a refused transition has no output and no effect, and is reported`() async throws {
    let errors = Recorder<SessionError>()
    try await run([.fail, .type("b"), .end]) { errors.record($0) }
    #expect(errors.elements.map(\.code) == [.refused])
    #expect(
      log.elements == [
        #"b: {"isTerminal":false,"text":"b"}"#, "effect b",
        #"end: {"isTerminal":true,"text":"b"}"#,
      ]
    )
  }

  @Test func `a sender that waits receives the error, and it is not reported`() async throws {
    let errors = Recorder<SessionError>()
    let model = try scene.model(scene.session()) { errors.record($0) }
    await #expect(throws: SessionError.self) {
      try await model.proxy.send(.run { _ in .write("Fail") { _ in throw Mishap() } })
    }
    #expect(errors.elements.isEmpty)
  }
}
