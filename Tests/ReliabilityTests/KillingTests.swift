import Testing

@Suite(.timeLimit(.minutes(20))) struct KillingTests {
  @Test func `an acknowledged commit survives a kill at any time`() throws {
    let lane = try ReliabilityLane(["kill", "--count", "100"])
    #expect(lane.status == 0, "\(lane.errors)")
    #expect(try #require(lane.count("killed")) > 50)
    #expect(try #require(lane.count("acknowledged")) > 20)
  }
}
