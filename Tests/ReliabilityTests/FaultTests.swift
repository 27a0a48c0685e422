import Testing

@Suite(.timeLimit(.minutes(20))) struct FaultTests {
  @Test(arguments: ["full", "sync", "shm-map", "shm-lock", "cannot-open"])
  func `the error of a write under a fault of the file system says whether the write was kept`(
    fault: String
  ) throws {
    let lane = try ReliabilityLane(["io", "--scenario", "recover", "--fault", fault])
    #expect(lane.status == 0, "\(lane.errors)")
    #expect(try #require(lane.count("failed")) > 0)
    #expect(lane.count("failures") == 0)
  }

  @Test(arguments: ["eintr", "short"])
  func `interrupted and short system calls cause no failure`(fault: String) throws {
    let lane = try ReliabilityLane(["io", "--scenario", "migrate", "--fault", fault])
    #expect(lane.status == 0, "\(lane.errors)")
    #expect(lane.count("failed") == 0)
    #expect(try #require(lane.count("survived")) > 20)
  }

  @Test func `the error of an unreadable migration names the read and blames no reference`() throws
  {
    let lane = try ReliabilityLane(["io", "--scenario", "migrate", "--fault", "read"])
    #expect(lane.status == 0, "\(lane.errors)")
    #expect(try #require(lane.count("failed")) > 20)
  }

  @Test func `the error of a write without memory says whether the write was kept`() throws {
    let lane = try ReliabilityLane(["oom", "--scenario", "write", "--once"])
    #expect(lane.status == 0, "\(lane.errors)")
    #expect(try #require(lane.count("failed")) > 100)
  }

  @Test func `a lane whose fault cannot happen fails`() throws {
    // A write deletes no file.
    let lane = try ReliabilityLane(["io", "--scenario", "write", "--fault", "delete"])
    #expect(lane.status == 1)
    #expect(lane.errors.contains("io FAILED: delete was never hit"))
  }

  @Test func `a run can be limited to one place of the fault`() throws {
    let lane = try ReliabilityLane([
      "io", "--scenario", "write", "--fault", "full", "--once", "--at", "3",
    ])
    #expect(lane.status == 0, "\(lane.errors)")
    #expect(lane.output.contains("seed 1, 1 points, 1 failed, 0 survived"))
  }
}
