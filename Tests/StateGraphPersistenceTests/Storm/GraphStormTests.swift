import Foundation
import SampleDomains
import StateGraphCore
import StateGraphPersistence
import Synchronization
import TestSupport
import Testing

/// The graph under concurrent use of all its parts, for the sanitizers. `STATEGRAPH_STORMS` is the
/// number of rounds, 3 if unset.
@Suite(.timeLimit(.minutes(60)))
struct GraphStormTests {
  private static var roundCount: Int {
    ProcessInfo.processInfo.environment["STATEGRAPH_STORMS"].flatMap { Int($0) } ?? 3
  }

  @Test func `every live node equals the file after threads have written, observed and closed`()
    throws
  {
    let seed = TestSeed.current
    var random = SeededRandom(seed: seed)
    var (commitCount, readCount, deliveryCount) = (0, 0, 0)
    for number in 0..<Self.roundCount {
      let comment: Testing.Comment = "seed \(seed), round \(number)"
      let storm = try GraphStorm(stepCount: 30, comment)
      let watch = GraphStormWatch(storm.second)
      let outcomes = try storm.run(&random)
      try storm.second.database.catchUp()
      try expectNothingLost(outcomes, in: storm.second, comment)
      #expect(try storm.second.differencesFromFile() == [], comment)
      try watch.expectLive(comment)
      #expect(storm.second.failures.elements.isEmpty, comment)
      try storm.second.database.close()
      commitCount += outcomes.values.map(\.done).reduce(0, +)
      readCount += storm.readCount.load(ordering: .relaxed)
      deliveryCount += storm.deliveryCount.load(ordering: .relaxed)
    }
    print("graph storm: \(commitCount) commits, \(readCount) reads, \(deliveryCount) deliveries")
    #expect(commitCount > 0 && readCount > 0 && deliveryCount > 0, "seed \(seed)")
  }

  /// Expects that the file has exactly the outcomes of the writers.
  private func expectNothingLost(
    _ outcomes: [Int: GraphStormOutcome],
    in social: SocialDatabase,
    _ comment: Testing.Comment
  ) throws {
    #expect(outcomes.count == GraphStormStep.writers.count, comment)
    for (writer, expected) in outcomes {
      var found = GraphStormOutcome()
      let name = try social.value("SELECT name FROM users WHERE id = \("w\(writer)")")
      if case .text(let name)? = name { found.done = Int(name) ?? -1 }
      let prefix = "\(writer)-%"
      for row in try social.database.rows("SELECT id, author_id FROM posts WHERE id LIKE \(prefix)")
      {
        guard case .text(let id) = row[0], case .text(let author) = row[1] else { continue }
        found.posts[id] = author
      }
      #expect(found == expected, comment)
    }
  }
}
