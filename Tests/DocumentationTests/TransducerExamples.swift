import StateGraphPresentation

// The code of the article about transducers, as it stands there. SnippetTests compares the two.

enum Search: EffectTransducer {
  enum State: Terminable, Hashable {
    case idle, searching(String), found([String]), closed
    var isTerminal: Bool { self == .closed }
  }
  enum Event: Hashable { case type(String), result([String]), close }
  struct Env: Sendable { var find: @Sendable (String) async throws -> [String] }

  static var initialState: State { .idle }

  static func update(_ state: inout State, event: Event) -> Self.Effect? {
    switch (state, event) {
    case (.closed, _): return nil
    case (_, .type(let text)):
      state = .searching(text)
      return Effect(id: "search", after: .milliseconds(300)) { env, input in
        try input.send(.result(await env.find(text)))
      }
    case (.searching, .result(let titles)): state = .found(titles)
    case (_, .result): break
    case (_, .close): state = .closed
    }
    return nil
  }
}

@MainActor
func searchModel(_ env: Search.Env) -> ObservableTransducer<Search> {
  let model = ObservableTransducer<Search>(env: env)
  model.send(.type("swift"))
  return model
}

@MainActor
func search(_ proxy: Search.Proxy, _ env: Search.Env) async throws {
  try await Search.run(initialState: .idle, proxy: proxy, env: env)
}

func searchProblems() -> [String] {
  let exploration = Exploration(
    of: Search.self,
    events: [.type("a"), .result([]), .result(["x"]), .close]
  )
  return exploration.problems.map(\.description)
}

@MainActor
func stepSearch(_ record: @escaping (TransducerTester<Search>.Failure) -> Void) async {
  let tester = TransducerTester<Search>(env: .init { [$0] }, report: record)
  await tester.send(.type("swift"))
  await tester.runOperation("search")
  assert(tester.state == .found(["swift"]))
  tester.finish()
}
