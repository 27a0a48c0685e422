import Testing

@Suite(.timeLimit(.minutes(20))) struct ContendTests {
  @Test func `processes that write to one file lose no commit and fail no write`() throws {
    let lane = try ReliabilityLane([
      "contend", "--processes", "3", "--seconds", "1", "--at", "1",
    ])
    #expect(lane.status == 0, "\(lane.errors)")
    #expect(try #require(lane.count("commits")) > 20)
  }

  @Test func `threads of several processes lose no commit and fail no write`() throws {
    let lane = try ReliabilityLane([
      "contend", "--processes", "2", "--threads", "4", "--seconds", "1", "--at", "1",
    ])
    #expect(lane.status == 0, "\(lane.errors)")
    #expect(lane.output.contains("8 writers"))
  }

  @Test func `followers count every commit, also those of killed processes`() throws {
    let lane = try ReliabilityLane([
      "contend", "--processes", "2", "--seconds", "1", "--at", "2",
    ])
    #expect(lane.status == 0, "\(lane.errors)")
    #expect(try #require(lane.count("followed")) > 2)
    #expect(try #require(lane.count("killed")) > 1)
  }

  @Test(arguments: [
    (3, "killed with the lock"), (4, "stopped with the lock"), (5, "stopped in the queue"),
    (6, "stopped without the lock"),
  ])
  func `the other processes continue after one was killed or stopped`(place: Int, event: String)
    throws
  {
    let lane = try ReliabilityLane(["contend", "--processes", "2", "--at", "\(place)"])
    #expect(lane.status == 0, "\(event): \(lane.errors)")
    #expect((lane.count("killed") ?? 0) + (lane.count("stopped") ?? 0) == 1)
  }
}
