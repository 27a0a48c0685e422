import Testing

@Suite(.timeLimit(.minutes(20))) struct PowerLossTests {
  @Test(arguments: ["create", "recover", "write", "migrate", "close", "share"])
  func `a power loss leaves a sound file with the first writes, and with full durability all`(
    scenario: String
  ) throws {
    let lane = try ReliabilityLane(["images", "--scenario", scenario, "--every", "20"])
    #expect(lane.status == 0, "\(lane.errors)")
    #expect(try #require(lane.count("opened")) > 10)
    #expect(lane.count("failures") == 0)
  }

  @Test func `commits that a power loss takes with normal durability are counted`() throws {
    let arguments = ["images", "--scenario", "write", "--every", "5"]
    let normal = try ReliabilityLane(arguments + ["--disk", "normal"])
    #expect(try #require(normal.count("without")) > 0)
    let full = try ReliabilityLane(arguments + ["--disk", "full"])
    #expect(full.count("without") == 0)
  }

  @Test(arguments: ["log", "file"])
  func `a disk that ignores flushes is detected`(lie: String) throws {
    let lane = try ReliabilityLane([
      "images", "--scenario", "close", "--disk", "full", "--lie", lie,
    ])
    #expect(lane.status == 1)
    #expect(try #require(lane.count("failures")) > 0)
  }
}
