import Testing

@Suite(.timeLimit(.minutes(20))) struct ClockTests {
  @Test func `a clock that jumps by years changes no order, no deadline and no notification`()
    throws
  {
    let lane = try ReliabilityLane(["clock"])
    #expect(lane.status == 0, "\(lane.output) \(lane.errors)")
    #expect(try #require(lane.count("jumps")) > 500)
  }
}
