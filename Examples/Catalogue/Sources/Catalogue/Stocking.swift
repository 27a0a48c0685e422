import StateGraph
import StateGraphSessions

/// The machine that fills the file at the first start. If the process dies, the next one continues.
enum Stocking: EffectTransducer, RestorableTransducer {
  struct State: NonTerminal, Codable, Equatable {
    enum Phase: String, Codable { case empty, filling, full }
    var phase = Phase.empty
    /// Why the file could not be filled.
    var problem: String?
  }
  enum Event: Sendable { case begin(count: Int), end, fail(String) }
  struct Request: Codable, Sendable { let count: Int }
  struct Env: Sendable {
    let database: Database
    /// How many books have been made.
    let made: Stored<Int>
  }

  static var storedName: String { "Stocking" }
  static var initialState: State { State() }
  private static var batchSize: Int { 2_000 }

  static func update(_ state: inout State, event: Event) -> Self.Effect? {
    switch event {
    case .begin(let count):
      guard state.phase == .empty else { return nil }
      state = State(phase: .filling)
      return .durable("fill", Request(count: count))
    case .end: state = State(phase: .full)
    case .fail(let reason): state = State(phase: .empty, problem: reason)
    }
    return nil
  }

  static func perform(
    _ request: Request,
    env: Env,
    input: Input
  ) async -> Event {
    let (generator, database) = (Generator(seed: 1_815), env.database)
    do {
      try await database.write { try generator.makeNames(in: database) }
      var next = 1
      while next <= request.count {
        let numbers = next..<min(next + batchSize, request.count + 1)
        try await database.write { try generator.makeBooks(numbers, in: database) }
        next = numbers.upperBound
        env.made.wrappedValue = next - 1
      }
      return .end
    } catch {
      return .fail("\(error)")
    }
  }
}
