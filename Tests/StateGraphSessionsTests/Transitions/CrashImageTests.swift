import StateGraphPersistence
import StateGraphTesting
import TestSupport
import Testing

@testable import StateGraphPresentation
@testable import StateGraphSessions

/// The files as they are after each write of a transition.
@MainActor
@Suite(.database(.shelf), .timeLimit(.minutes(20))) struct CrashImageTests {
  private let scene: ShelfScene

  init() throws { scene = try ShelfScene() }

  @Test(arguments: [CrashModel.processEnd, .powerLoss])
  func `a crash leaves entities, state and requests of one transition`(model: CrashModel) throws {
    let session = try scene.session()
    let machine = try SessionMachine<Shelf>(session, proxy: Shelf.Proxy(), refusal: nil)
    let storage = machine.storage(in: Stored(wrappedValue: machine.restoration.state))
    let env = scene.env
    func send(_ event: Shelf.Event) throws {
      _ = try storage.transition(TransitionContext<Shelf>(event: event, env: env, receipt: nil)) {
        Shelf.transition(&$0, event: event)
      }
    }
    try send(.type("before"))
    let count = try scene.db.faults.everyCrash(model) {
      try send(
        .run { state in
          state.draft = "after"
          return .sequence(
            .write("Rename") { $0.book.title = "Emma" },
            .durable("a", .init(name: "a"))
          )
        }
      )
    } after: { after in
      let state = try #require(try SessionTable.row(of: "main", in: after.database)?.state)
      let title = try after.database.fetchValue(String.self, "SELECT title FROM books")
      let requests = try RequestTable.requests(of: "main", in: after.database).map(\.id)
      let isDone = title == "Emma"
      #expect(state.contains(isDone ? "after" : "before"))
      #expect(requests == (isDone ? ["a"] : []))
    }
    #expect(count >= 3)
  }
}
