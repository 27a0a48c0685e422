import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct MutatedTests {
  @Test func `a damaged file is refused or usable, and affects no other file`() throws {
    let seed = TestSeed.current
    let lane = try ReliabilityLane(["mutated", "--count", "300", "--seed", "\(seed)"])
    #expect(lane.status == 0, "\(lane.output) \(lane.errors)")
    for outcome in ["refused", "damaged", "survived"] {
      #expect(try #require(lane.count(outcome)) > 10, "seed \(seed)")
    }
  }
}
