import StateGraphPresentation
import TestSupport
import Testing

/// Runs random machines, whose parts are not `Sendable`.
private actor Arena {
  /// Runs one random machine and the reference, and returns their difference; nil for none.
  func difference(seed: UInt64) async throws -> String? {
    var random = SeededRandom(seed: seed)
    let machine = RandomMachine(random: &random)
    let events = (0..<Int.random(in: 1...8, using: &random)).map { _ in
      Int.random(in: 0..<RandomMachine.eventCount, using: &random)
    }
    var reference = ReferenceInterpreter(machine: machine)
    for event in events { reference.process(event) }

    let proxy = RandomTransducer.Proxy()
    for event in events { try proxy.send(.init(number: event, level: 0)) }
    // The last event, for the machines that do not end by themselves.
    try proxy.send(.stop)
    let result: Result<Int, any Error>
    do {
      result = .success(
        try await RandomTransducer.run(
          initialState: .init(machine: machine),
          proxy: proxy,
          env: machine,
          output: Callback { output in if output >= 0 { machine.history += [-2, output] } },
          systemActor: self
        )
      )
    } catch {
      result = .failure(error)
    }
    let isRight =
      machine.history == reference.history
      && (reference.isTerminal ? (try? result.get()) == reference.lastOutput : isStopped(result))
    return isRight
      ? nil : "seed \(seed): \(machine.history) is not \(reference.history)"
  }

  /// A machine that starts in a terminal state has no output, and one that was stopped has its
  /// error.
  private func isStopped(_ result: Result<Int, any Error>) -> Bool {
    do {
      _ = try result.get()
      return false
    } catch {
      return error is Mishap
    }
  }
}

@Suite struct RandomMachineTests {
  @Test func `10,000 random machines do what the reference interpreter does`() async throws {
    let arena = Arena()
    for offset in 0..<UInt64(isSanitizerOn ? 500 : 10_000) {
      let difference = try await arena.difference(seed: TestSeed.current &+ offset)
      try #require(difference == nil)
    }
  }
}
