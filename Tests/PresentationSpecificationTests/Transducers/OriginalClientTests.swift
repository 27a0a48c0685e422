import StateGraphPresentation
import Testing

// Code as a client of the original library writes it, with its import changed. A client writes
// `Self.Effect?`, because Swift takes `Effect?` for the generic type: see decision record 0022.

private enum Search: EffectTransducer {
  enum State: Terminable, Equatable {
    case start
    case idle(results: [String])
    case searching(String)
    case failed(String)
    case closed

    var isTerminal: Bool {
      if case .closed = self { return true }
      return false
    }
  }

  enum Event {
    case begin
    case query(String)
    case search
    case found([String])
    case failure(any Error)
    case cancel
    case close
  }

  struct Env: Sendable {
    var find: @Sendable (String) async throws -> [String]
  }

  typealias Output = [String]

  static var initialState: State { .start }

  static func initialOutput(initialState: State) -> Output? { ["welcome"] }

  static func update(_ state: inout State, event: Event) -> (Self.Effect?, Output) {
    switch (state, event) {
    case (.start, .begin):
      state = .idle(results: [])
      return (nil, [])
    case (.idle, .query(let text)), (.failed, .query(let text)), (.searching, .query(let text)):
      state = .searching(text)
      // The later query replaces the earlier one.
      return (.sequence(.cancelTask("search"), .event(.search)), [])
    case (.searching(let text), .search):
      return (findEffect(text), [])
    case (.searching, .found(let results)):
      state = .idle(results: results)
      return (nil, results)
    case (.searching, .failure(let error)):
      state = .failed("\(error)")
      return (nil, [])
    case (.searching, .cancel):
      state = .idle(results: [])
      return (.cancelTask("search"), [])
    case (_, .close):
      state = .closed
      return (nil, ["closed"])
    default:
      return (nil, [])
    }
  }

  static func findEffect(_ text: String) -> Self.Effect {
    Effect(
      id: "search",
      operation: { env, input in
        do {
          try input.send(.found(try await env.find(text)))
        } catch {
          try input.send(.failure(error))
        }
      }
    )
  }
}

private struct NoResult: Error {}

private let env = Search.Env { text in
  guard text != "nothing" else { throw NoResult() }
  return ["\(text) 1", "\(text) 2"]
}

/// The owner of a machine's state, and of the outputs that it has received.
@MainActor
private final class SearchModel {
  nonisolated(unsafe) var state = Search.initialState
  var outputs: [[String]] = []
  let proxy = Search.Proxy()

  func run() async throws -> [String] {
    try await Search.run(
      state: \.state,
      host: self,
      proxy: proxy,
      env: env,
      output: Callback { output in self.receive(output) }
    )
  }

  private func receive(_ output: [String]) {
    outputs.append(output)
    switch state {
    case .start: try? proxy.send(.begin)
    case .idle(results: []): try? proxy.send(.query(outputs.count == 2 ? "nothing" : "book"))
    case .failed: try? proxy.send(.query("book"))
    case .idle: try? proxy.send(.close)
    case .searching, .closed: break
    }
  }
}

private enum Echo: Transducer {
  enum State: NonTerminal { case idle }
  typealias Event = [String]
  static func update(_ state: inout State, event: Event) -> Int { event.count }
}

@MainActor
@Suite(.timeLimit(.minutes(20))) struct OriginalClientTests {
  @Test func `a client of the original runs its machine with a host`() async throws {
    let model = SearchModel()
    #expect(try await model.run() == ["closed"])
    #expect(model.state == .closed)
    #expect(model.outputs.first == ["welcome"])
    #expect(model.outputs.contains(["book 1", "book 2"]))
    #expect(throws: TransducerError.self) { try model.proxy.send(.begin) }
  }

  @Test func `a client of the original sends the output of a machine to another one`() async throws
  {
    let (lengths, more) = AsyncStream.makeStream(of: Int.self)
    let echo = Echo.Proxy()
    let running = Task {
      try await Echo.run(
        initialState: .idle,
        proxy: echo,
        output: Callback { count in more.yield(count) }
      )
    }
    let search = Search.Proxy()
    try search.send(.begin)
    try search.send(.close)
    _ = try await Search.run(
      initialState: Search.initialState,
      proxy: search,
      env: env,
      output: echo.input
    )
    var received: [Int] = []
    for await length in lengths {
      received.append(length)
      if received.count == 3 { break }
    }
    #expect(received == [1, 0, 1])
    running.cancel()
    _ = await running.result
  }
}
