import StateGraph
import Testing

/// README: Comparing with Swift's Observable Protocol.
@Suite struct ComparisonTests {
  @Test func `a computed node updates itself`() {
    let stored = Stored(wrappedValue: 10)

    let computed = Computed { _ in stored.wrappedValue * 2 }

    // computed.wrappedValue => 20
    #expect(computed.wrappedValue == 20)

    stored.wrappedValue = 20

    // computed.wrappedValue => 40 (automatically updated)
    #expect(computed.wrappedValue == 40)
  }
}
