import StateGraphPresentation
import TestSupport
import Testing

/// The code of the article about transducers does what the article says.
@MainActor
@Suite struct TransducerTests {
  @Test func `the article's transducer has no problem`() {
    #expect(searchProblems() == [])
  }

  @Test func `the article's test has no failure`() async {
    let failures = Recorder<String>()
    await stepSearch { failures.record($0.description) }
    #expect(failures.elements == [])
  }

  @Test func `the article's model searches, and its release ends the machine`() {
    var model: ObservableTransducer<Search>? = searchModel(.init { [$0] })
    let proxy = model?.proxy
    #expect(model?.state == .idle)
    model = nil
    #expect(throws: TransducerError.ended) { try proxy?.send(.close) }
  }

  @Test func `the article's machine runs until it is closed`() async throws {
    let proxy = Search.Proxy()
    try proxy.send(.close)
    try await search(proxy, .init { _ in [] })
  }
}
