import Foundation
import Synchronization
import TestSupport
import Testing

@testable import StateGraphSQLite

/// Writers, readers, and databases that are opened and closed, all at once, for the sanitizers. One
/// database is closed in the middle of a round. `STATEGRAPH_STORMS` is the number of rounds, 3 if
/// unset.
@Suite(.timeLimit(.minutes(60)))
struct StormTests {
  private static var roundCount: Int {
    ProcessInfo.processInfo.environment["STATEGRAPH_STORMS"].flatMap { Int($0) } ?? 3
  }

  @Test func `nothing is lost, torn or missed by threads that write, read, come and go`()
    throws
  {
    let seed = TestSeed.current
    var random = SeededRandom(seed: seed)
    let file = try StormFile()
    var done = StormFile.writers.map { _ in Int64(0) }
    var (readCount, visitCount) = (0, 0)
    for number in 0..<Self.roundCount {
      let comment: Comment = "seed \(seed), round \(number)"
      let round = StormRound(file, done: done, comment)
      done = try round.run(&random)
      try file.expectWhole(done: done, comment)
      readCount += round.readCount.load(ordering: .relaxed)
      visitCount += round.visitCount.load(ordering: .relaxed)
    }
    print("storm: \(done) commits, \(readCount) reads, \(visitCount) visits")
    #expect(done[2] > 0 && done[3] > 0 && readCount > 0 && visitCount > 0, "seed \(seed)")
  }
}
