import StateGraphPersistence
import StateGraphSessions
import StateGraphTesting
import TestSupport
import Testing

/// Durable effects.
@MainActor
@Suite(.database(.shelf), .timeLimit(.minutes(20))) struct RequestTests {
  private let scene: ShelfScene
  private let session: Session

  init() throws {
    scene = try ShelfScene()
    session = try scene.session()
  }

  private func request(_ id: String, _ name: String, gate: Int? = nil) -> Shelf.Event {
    .run { _ in .durable(id, .init(name: name, gate: gate)) }
  }

  /// Waits until the machine has the draft, by events that change nothing.
  private func wait(for draft: String, in model: ObservableTransducer<Shelf>) async throws {
    let deadline = TestDeadline()
    while model.state.draft != draft, !deadline.hasPassed {
      try await model.proxy.send(.run { _ in nil })
      await Task.yield()
    }
    try #require(model.state.draft == draft)
  }

  @Test func `a request is stored and performed, and its event removes it`() async throws {
    let model = try scene.model(session)
    try await model.proxy.send(request("a", "one", gate: 0))
    #expect(try scene.requests() == ["a"])
    scene.env.gates[0].send()
    try await wait(for: "+one", in: model)
    #expect(try scene.requests() == [])
    #expect(scene.env.performed.elements == ["one"])
  }

  @Test func `unfinished requests are performed again in their order, finished ones are not`()
    async throws
  {
    var model: ObservableTransducer<Shelf>? = try scene.model(session)
    try await model?.proxy.send(request("a", "one"))
    try await wait(for: "+one", in: #require(model))
    try await model?.proxy.send(request("b", "two", gate: 0))
    try await model?.proxy.send(request("c", "three", gate: 0))
    model = nil
    #expect(try scene.requests() == ["b", "c"])
    _ = scene.env.performed.drain()
    scene.env.gates[0].send()
    model = try scene.model(session)
    try await wait(for: "+one+two+three", in: #require(model))
    #expect(scene.env.performed.elements == ["two", "three"])
    #expect(try scene.requests() == [])
    model = nil
    model = try scene.model(session)
    try await model?.proxy.send(.run { _ in nil })
    #expect(scene.env.performed.elements == ["two", "three"])
  }

  @Test func `a request that replaces another one is behind those that were stored meanwhile`()
    async throws
  {
    var model: ObservableTransducer<Shelf>? = try scene.model(session)
    for (id, name) in [("a", "one"), ("b", "two"), ("a", "three")] {
      try await model?.proxy.send(request(id, name, gate: 0))
    }
    model = nil
    #expect(try scene.requests() == ["b", "a"])
    _ = scene.env.performed.drain()
    scene.env.gates[0].send()
    model = try scene.model(session)
    try await wait(for: "+two+three", in: #require(model))
    #expect(scene.env.performed.elements == ["two", "three"])
  }

  @Test func `a request with the same id replaces the stored one`() async throws {
    var model: ObservableTransducer<Shelf>? = try scene.model(session)
    try await model?.proxy.send(request("a", "one", gate: 0))
    try await model?.proxy.send(request("a", "two", gate: 0))
    #expect(try scene.requests() == ["a"])
    model = nil
    _ = scene.env.performed.drain()
    scene.env.gates[0].send()
    model = try scene.model(session)
    try await wait(for: "+two", in: #require(model))
    #expect(scene.env.performed.elements == ["two"])
  }

  @Test func `the late event of a replaced request does not complete the new one`() async throws {
    let (model, env) = (try scene.model(session), scene.env)
    try await model.proxy.send(request("a", "one", gate: 0))
    // The machine waits for an action, while the replacement and the event of the first request
    // arrive in this order.
    let (isWaiting, mayContinue) = (Signpost(), Signpost())
    let action = Task {
      try await model.proxy.send(
        .run { _ in
          .init(action: { (_: Shelf.Env) async -> [Shelf.Event] in
            isWaiting.send()
            await mayContinue.wait()
            return []
          })
        }
      )
    }
    await isWaiting.wait()
    let replacement = Task { try await model.proxy.send(request("a", "two", gate: 1)) }
    await Task.yield()
    env.gates[0].send()
    let deadline = TestDeadline()
    while env.answered.elements.isEmpty, !deadline.hasPassed { await Task.yield() }
    // After this event, the event of the first request is in the buffer, too.
    let last = Task {
      for _ in 0..<100 { await Task.yield() }
      try await model.proxy.send(.run { _ in nil })
    }
    for _ in 0..<200 { await Task.yield() }
    mayContinue.send()
    for task in [action, replacement, last] { try await task.value }
    #expect(model.state.draft == "+one")
    #expect(try scene.requests() == ["a"])
    env.gates[1].send()
    try await wait(for: "+one+two", in: model)
    #expect(try scene.requests() == [])
  }

  @Test func `the event of a request may store the next one with the same id`() async throws {
    let model = try scene.model(session)
    try await model.proxy.send(request("a", "again", gate: 0))
    scene.env.gates[0].send()
    try await wait(for: "+again+next", in: model)
    #expect(scene.env.performed.elements == ["again", "next"])
    #expect(try scene.requests() == [])
  }

  @Test func `a cancelled request is removed, and its event is not sent`() async throws {
    let model = try scene.model(session)
    try await model.proxy.send(request("a", "one", gate: 0))
    try await model.proxy.send(.run { _ in .cancelRequest("a") })
    #expect(try scene.requests() == [])
    scene.env.gates[0].send()
    for _ in 0..<100 { await Task.yield() }
    try await model.proxy.send(request("b", "two"))
    try await wait(for: "+two", in: model)
  }

  @Test func `a request whose event is refused stays for the next machine`() async throws {
    let errors = Recorder<SessionError>()
    var model: ObservableTransducer<Shelf>? = try scene.model(session) { errors.record($0) }
    try await model?.proxy.send(request("a", "one", gate: 0))
    try scene.db.faults.failNextCommit(.diskFull)
    scene.env.gates[0].send()
    let deadline = TestDeadline()
    while errors.elements.isEmpty, !deadline.hasPassed { await Task.yield() }
    #expect((errors.elements.first?.cause as? DatabaseError)?.code == .diskFull)
    #expect(try scene.requests() == ["a"])
    model = nil
    model = try scene.model(session)
    try await wait(for: "+one", in: #require(model))
    #expect(try scene.requests() == [])
  }

  @Test func `the requests of another session are left as they are`() async throws {
    let other = try scene.model(scene.session("other"))
    try await other.proxy.send(request("b", "other", gate: 0))
    let deadline = TestDeadline()
    while scene.env.performed.elements.isEmpty, !deadline.hasPassed { await Task.yield() }
    let model = try scene.model(session)
    try await model.proxy.send(request("a", "one"))
    try await wait(for: "+one", in: model)
    #expect(
      try scene.database.fetchValues(
        String.self,
        "SELECT session FROM stategraph_session_requests"
      ) == ["other"]
    )
    #expect(scene.env.performed.elements == ["other", "one"])
  }
}
