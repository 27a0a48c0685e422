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

  @Test(.timeLimit(.minutes(60 * 12)))
  func `after every step each file equals the server with its pending writes on top`() async throws
  {
    let first = TestSeed.current
    var counts: [String: Int] = [:]
    var (seed, end) = (first, first + UInt64(Self.historyCount))
    while seed < end {
      let history = try ReplicatedHistory(seed: seed)
      if let problem = try await history.run(stepCount: 30) {
        Issue.record(
          "STATEGRAPH_SEED=\(seed): \(problem)\n\(history.log.joined(separator: "\n"))"
        )
        return
      }
      counts.merge(history.counts, uniquingKeysWith: +)
      seed += 1
      if seed == end, seed - first < Self.longestSearch, !Self.missing(in: counts).isEmpty {
        end += 10
      }
    }
    let shown = counts.filter { !$0.key.hasPrefix("run cut") }.sorted { $0 < $1 }
    print("\(seed - first) histories with a server from seed \(first): \(shown)")
    guard Self.historyCount >= 60 else { return }
    #expect(Self.missing(in: counts) == [], "seed \(first)")
  }

  /// A few histories in a hundred set a write aside. If the chosen number of histories lacks a kind
  /// of event, more histories search for it, up to this number.
  private static let longestSearch: UInt64 = historyCount >= 60 ? 600 : 0

  /// The kinds of events of which the counts have none.
  private static func missing(in counts: [String: Int]) -> [String] {
    ["decided", "refused", "set aside", "cut", "slots lost", "lost by power loss"]
      .filter { counts[$0, default: 0] == 0 }
  }
}
#endif
