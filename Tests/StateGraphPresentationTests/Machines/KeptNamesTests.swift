import StateGraph
import StateGraphPresentation
import Testing

/// A transducer without effects that counts until it is broken.
private enum Press: Transducer {
  enum State: Terminable, Equatable {
    case count(Int), broken
    var isTerminal: Bool { self == .broken }
  }
  enum Event { case press, smash }
  typealias Output = Int
  static var initialState: State { .count(0) }

  static func update(_ state: inout State, event: Event) -> Int {
    guard case .count(let count) = state, event == .press else {
      state = .broken
      return -1
    }
    state = .count(count + 1)
    return count + 1
  }
}

/// The same with an effect that smashes the machine.
private enum Hammer: EffectTransducer {
  enum State: Terminable, Equatable {
    case ready, broken
    var isTerminal: Bool { self == .broken }
  }
  enum Event { case strike, smash }
  static var initialState: State { .ready }

  static func update(_ state: inout State, event: Event) -> Self.Effect? {
    switch event {
    case .strike: return .event(.smash)
    case .smash: state = .broken
    }
    return nil
  }
}

/// The state after some transitions, as a client writes it for any transducer.
private func state<T: BaseTransducer>(of _: T.Type, after events: [T.Event]) -> T.State
where T.InitialState == T.State {
  var state = T.initialState
  for event in events { _ = T.transition(&state, event: event) }
  return state
}

/// A type of a client that receives the result of a machine.
private final class Receipt: Completable {
  private(set) var results: [Int?] = []
  private let ended: AsyncStream<Void>.Continuation

  init(_ ended: AsyncStream<Void>.Continuation) { self.ended = ended }

  func completed(with result: Result<Int, any Error>) {
    results.append(try? result.get())
    ended.finish()
  }
}

/// The names of the original that no other suite uses.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct KeptNamesTests {
  @Test func `a function over a base transducer takes both kinds`() {
    #expect(state(of: Press.self, after: [.press, .press]) == .count(2))
    #expect(state(of: Press.self, after: [.press, .smash]) == .broken)
    #expect(state(of: Hammer.self, after: [.strike]) == .ready)
    #expect(state(of: Hammer.self, after: [.strike, .smash]) == .broken)
  }

  @Test func `a completable of a client gets the last output, once`() async {
    let (stream, ended) = AsyncStream.makeStream(of: Void.self)
    let receipt = Receipt(ended)
    let model = ObservableTransducer<Press>(
      initialState: Press.initialState,
      completion: Completion(receipt)
    )
    model.send(.press)
    model.send(.smash)
    for await _ in stream {}
    #expect(receipt.results == [-1])
    #expect(model.state == .broken)
  }

  @Test func `a machine is used through the protocol of its owner`() async throws {
    let (stream, ended) = AsyncStream.makeStream(of: Void.self)
    let receipt = Receipt(ended)
    let owner: any TransducerActor<Press> = ObservableTransducer<Press>(
      initialState: Press.initialState,
      completion: Completion(receipt)
    )
    owner.send(.press)
    try owner.proxy.send(.press)
    owner.cancel()
    for await _ in stream {}
    #expect(receipt.results == [nil])
    #expect(throws: TransducerError.self) { try owner.proxy.send(.press) }
  }
}
