#if PostgreSQL
import Foundation
import PostgreSQLTestSupport
import TestSupport
import Testing

/// Random histories of three machines and a real server behind a proxy that cuts connections, with
/// restarts, power losses, lost slots, and a program on the server.
///
/// `STATEGRAPH_OPERATIONS` is the number of histories: 10,000 is the full size. `STATEGRAPH_SEED`
/// repeats a history; the moments of the server's processes differ from run to run.
@Suite(.postgreSQL) struct ReplicatedHistoryTests {
  private static let historyCount =
    ProcessInfo.processInfo.environment["STATEGRAPH_OPERATIONS"].flatMap(Int.init) ?? 60

  /// Most of a history is waiting for the server. Two histories at a time use two processors.
  private static let laneCount = 2

  @Test(.timeLimit(.minutes(60 * 12)))
  func `after every step each file equals the server with its pending writes on top`() async throws
  {
    let first = TestSeed.current
    let counts = try await withThrowingTaskGroup(of: [String: Int].self) { lanes in
      for lane in 0..<Self.laneCount {
        let seeds = (first..<first + UInt64(Self.historyCount)).enumerated()
          .filter { $0.offset % Self.laneCount == lane }.map(\.element)
        lanes.addTask { try await Self.run(seeds) }
      }
      return try await lanes.reduce(into: [:]) { $0.merge($1, uniquingKeysWith: +) }
    }
    let shown = counts.filter { !$0.key.hasPrefix("run ") }.sorted { $0 < $1 }
    print("\(Self.historyCount) histories with a server from seed \(first): \(shown)")
    for event in Self.expectedEvents {
      #expect(counts[event, default: 0] > 0, "\(event), seed \(first)")
    }
  }

  /// Runs the histories of these seeds one after the other, up to the first that fails.
  ///
  /// The server is their own: the creation of a slot waits for all open transactions of a server.
  private static func run(_ seeds: [UInt64]) async throws -> [String: Int] {
    let server = try PostgreSQLServer()
    var counts: [String: Int] = [:]
    for seed in seeds {
      let history = try ReplicatedHistory(seed: seed, on: server)
      if let problem = try await history.run(stepCount: 30) {
        Issue.record(
          "STATEGRAPH_SEED=\(seed): \(problem)\n\(history.log.joined(separator: "\n"))"
        )
        break
      }
      counts.merge(history.counts, uniquingKeysWith: +)
    }
    return counts
  }

  /// The kinds of events that a run of this size must contain. Some of them are in a few histories
  /// of a hundred only.
  private static var expectedEvents: [String] {
    if historyCount < 60 { return [] }
    return [
      "decided", "refused", "set aside", "fits again", "cut", "slots lost", "lost by power loss",
    ]
  }
}
#endif
