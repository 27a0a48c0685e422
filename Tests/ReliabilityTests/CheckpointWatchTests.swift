import Testing

@Suite(.timeLimit(.minutes(20))) struct CheckpointWatchTests {
  @Test func `of several processes only the holder of the write lock moves pages to the file`()
    throws
  {
    let lane = try ReliabilityLane(["checkpoints", "--seconds", "5"])
    #expect(lane.status == 0, "\(lane.errors)")
    #expect(try #require(lane.count("pages")) > 1_000)
    #expect(lane.count("unlocked") == 0)
  }

  @Test func `the lane detects pages that are moved without the write lock`() throws {
    let lane = try ReliabilityLane(["checkpoints", "--seconds", "1", "--without-lock"])
    #expect(lane.status == 1)
    #expect(try #require(lane.count("unlocked")) > 0)
  }
}
