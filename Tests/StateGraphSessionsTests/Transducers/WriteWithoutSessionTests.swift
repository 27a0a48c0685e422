import StateGraphPersistence
import StateGraphSessions
import StateGraphTesting
import TestSupport
import Testing

/// Writes of machines without a session, and of testers.
@MainActor
@Suite(.database(.shelf), .timeLimit(.minutes(20))) struct WriteWithoutSessionTests {
  private let scene: ShelfScene
  private let failures = Recorder<String>()

  init() throws { scene = try ShelfScene() }

  private func tester() -> TransducerTester<Shelf> {
    TransducerTester<Shelf>(env: scene.env) { [failures] in failures.record($0.message) }
  }

  @Test func `a machine without a session ends at its first write`() async throws {
    let proxy = Shelf.Proxy()
    let run = Task {
      try await Shelf.run(
        storage: UnsavedState(),
        proxy: proxy,
        env: scene.env,
        output: NoCallback()
      )
    }
    let sent = Task { try await proxy.send(Shelf.rename("Emma")) }
    await #expect(throws: TransducerError.noSession) { try await run.value }
    await #expect(throws: TransducerError.ended) { try await sent.value }
    #expect(try scene.storedTitle() == "Notes")
  }

  @Test func `a tester performs writes and holds requests`() async throws {
    let tester = tester()
    await tester.send(Shelf.rename("Emma"))
    await tester.expectOutput("Emma")
    #expect(try scene.storedTitle() == "Emma")
    await tester.send(.run { _ in .durable("a", .init(name: "one")) })
    await tester.expectOutput("Emma")
    #expect(scene.env.performed.elements == [])
    await tester.runOperation("a")
    await tester.expectOutput("Emma+one")
    tester.finish()
    #expect(failures.elements == [])
  }

  @Test func `a tester keeps the old state for a refused write, and reports it`() async throws {
    let tester = tester()
    await tester.send(
      .run { state in
        state.draft = "x"
        return .write("Fail") { _ in throw Mishap() }
      }
    )
    #expect(tester.state == Shelf.initialState)
    #expect(failures.drain() == ["a write was refused: a mishap"])
    await tester.send(
      .run { _ in .write("Fail", { _ in throw Mishap() }, orElse: { .type($0.message) }) }
    )
    await tester.expectOutput("a mishap")
    #expect(tester.state.draft == "a mishap")
    tester.finish()
    #expect(failures.elements == [])
  }
}

/// A variable on which no file depends.
private final class UnsavedState: Storage {
  var value = Shelf.initialState
}
