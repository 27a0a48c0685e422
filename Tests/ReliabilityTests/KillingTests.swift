import Testing

@Suite(.timeLimit(.minutes(10))) struct KillingTests {
  @Test func `what was acknowledged is there whenever a process was killed`() throws {
    let lane = try ReliabilityLane(["kill", "--count", "40"])
    #expect(lane.status == 0, "\(lane.errors)")
    #expect(try #require(lane.count("killed")) > 20)
    #expect(try #require(lane.count("acknowledged")) > 20)
  }
}
