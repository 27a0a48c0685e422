import Testing

@Suite(.timeLimit(.minutes(20))) struct SoakTests {
  @Test func `resource use does not grow while threads read and write`() throws {
    let lane = try ReliabilityLane(["soak", "--seconds", "5"])
    #expect(lane.status == 0, "\(lane.errors)")
    #expect(try #require(lane.count("points")) > 100)
    #expect(try #require(lane.count("reads")) > 100)
  }
}
