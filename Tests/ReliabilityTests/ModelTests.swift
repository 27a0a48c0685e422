import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct ModelTests {
  @Test func `reported commits and the contents of the file agree in random histories`()
    throws
  {
    let seed = TestSeed.current
    let lane = try ReliabilityLane([
      "model", "--histories", "4", "--operations", "90", "--seed", "\(seed)",
    ])
    #expect(lane.status == 0, "\(lane.output) \(lane.errors)")
    #expect(lane.count("operations") == 360)
    #expect(try #require(lane.count("commits")) > 50)
    #expect(try #require(lane.count("told")) > 50)
    #expect(try #require(lane.count("killed")) > 0)
  }
}
