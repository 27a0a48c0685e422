import StateGraph
import TestSupport
import Testing

/// Groups and handlers that set nodes on which they depend.
@Suite(.timeLimit(.minutes(20))) struct FeedbackTests {
  @Test func `a group may set a node it has read as often as it needs until nothing changes`() {
    let number = Stored(wrappedValue: 0)
    let subscription = withGraphTracking {
      withGraphTrackingGroup { if number.wrappedValue > 0 { number.wrappedValue -= 1 } }
    }
    number.wrappedValue = 50_000
    #expect(number.wrappedValue == 0)
    subscription.cancel()
  }

  @Test func `a handler may set its observed node as often as it needs until nothing changes`() {
    let number = Stored(wrappedValue: 0)
    let subscription = withGraphTracking {
      number.onChange { value in if value > 0 { number.wrappedValue = value - 1 } }
    }
    number.wrappedValue = 50_000
    #expect(number.wrappedValue == 0)
    subscription.cancel()
  }

  @Test func `an endless group ends the program and names the group and the node`() async throws {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      let number = Stored(wrappedValue: 0, name: "Model.number")
      let subscription = withGraphTracking {
        withGraphTrackingGroup { number.wrappedValue = number.wrappedValue &+ 1 }
      }
      subscription.cancel()
    }
    let said = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(said.contains("The group at "), "\(said)")
    #expect(said.contains("FeedbackTests.swift:"), "\(said)")
    #expect(said.contains("has set Model.number ("), "\(said)")
    #expect(said.contains("because of a change of Model.number ("), "\(said)")
  }
}
