import Foundation
import SQLiteTestSupport
import TestSupport
import Testing

@testable import StateGraphSQLite

/// Random histories of three machines and a server, with restarts, lost connections and lost feeds.
///
/// `STATEGRAPH_OPERATIONS` is the number of histories: 10,000 is the full size. `STATEGRAPH_SEED`
/// repeats a history.
@Suite struct RebaseHistoryTests {
  private static let historyCount =
    ProcessInfo.processInfo.environment["STATEGRAPH_OPERATIONS"].flatMap(Int.init)
    ?? (isSanitizerOn ? 10 : 60)

  @Test func `after every step each file equals the server with the pending writes on top`() throws
  {
    let first = TestSeed.current
    var counts: [String: Int] = [:]
    for seed in first..<first + UInt64(Self.historyCount) {
      let history = try RebaseHistory(seed: seed)
      if let problem = try history.run(stepCount: 60) {
        Issue.record(
          "STATEGRAPH_SEED=\(seed): \(problem)\n\(history.log.joined(separator: "\n"))"
        )
        return
      }
      counts.merge(history.counts, uniquingKeysWith: +)
    }
    print(
      "\(Self.historyCount) replicated histories from seed \(first): \(counts.sorted { $0 < $1 })"
    )
    for event in ["refused", "set aside", "reconcile", "restart"] {
      #expect(counts[event, default: 0] > 0, "seed \(first)")
    }
  }
}

/// One random history.
final class RebaseHistory {
  private var server = ModelServer()
  private let replicas: [ModelReplica]
  private var random: SeededRandom
  private(set) var log: [String] = []
  private(set) var counts: [String: Int] = [:]

  init(seed: UInt64) throws {
    random = SeededRandom(seed: seed)
    let windowSize = Int.random(in: 1...4, using: &random)
    replicas = try (1...3).map { try ModelReplica(client: $0, windowSize: windowSize) }
  }

  /// Makes random steps, and then lets all machines send and receive everything.
  ///
  /// - Returns: What is wrong after a step. Nil if nothing is.
  func run(stepCount: Int) throws -> String? {
    for place in 0..<stepCount {
      let replica = replicas.randomElement(using: &random)!
      do {
        try step(replica)
      } catch {
        return "step \(place): \(error)"
      }
      if let problem = try replica.problem(on: server) { return "step \(place): \(problem)" }
    }
    return try converge()
  }

  private func note(_ event: String, _ replica: ModelReplica? = nil) {
    counts[event, default: 0] += 1
    log.append(replica.map { "\(event) \($0.client)" } ?? event)
  }

  private func step(_ replica: ModelReplica) throws {
    switch Int.random(in: 0..<20, using: &random) {
    case 0...5:
      note("write", replica)
      let state = server.state(at: try replica.position)
      try replica.write(on: state, &random)
    case 6...8:
      note("server writes")
      server.write(&random)
    case 9:
      note("truncate or rekey")
      if Bool.random(using: &random) { server.truncate() } else { server.rekey(&random) }
    case 10...12: push(replica)
    case 13...16 where !replica.hasLostFeed:
      note("pull", replica)
      try replica.pull(from: server, limit: Int.random(in: 1...4, using: &random))
    case 17:
      note("restart", replica)
      try replica.restart()
    case 18:
      note("connection lost", replica)
      replica.lastSent = 0
    default:
      guard replica.hasLostFeed else {
        note("feed lost", replica)
        replica.hasLostFeed = true
        return
      }
      note("reconcile", replica)
      try replica.reconcile(with: server)
    }
    if try !replica.database.withReader({ try SetAsideTable.isEmpty(on: $0) }) {
      counts["set aside", default: 0] += 1
    }
  }

  /// Sends some transactions in a pipeline. Those behind a refused one reach the server as well.
  private func push(_ replica: ModelReplica) {
    note("push", replica)
    let count = Int.random(in: 1...4, using: &random)
    for transaction in replica.pending.filter({ $0.sequence > replica.lastSent }).prefix(count) {
      server.receive(transaction.changes, transaction.sequence, from: replica.client, &random)
      replica.lastSent = transaction.sequence
    }
  }

  private func converge() throws -> String? {
    for replica in replicas {
      replica.lastSent = 0
      while let newest = replica.pending.last?.sequence, replica.lastSent < newest { push(replica) }
    }
    for replica in replicas {
      if replica.hasLostFeed { try replica.reconcile(with: server) }
      try replica.pull(from: server, limit: .max)
      if let problem = try replica.problem(on: server) { return "at the end: \(problem)" }
      guard replica.pending.isEmpty, try ModelState.read(replica.database) == server.state else {
        return "machine \(replica.client) does not equal the server at the end"
      }
      let refused = server.history.compactMap(\.decided).filter { $0.client == replica.client }
        .compactMap { if case .refused(let sequence, _) = $0.decision { sequence } else { nil } }
      guard refused == replica.refused else { return "refused \(refused), kept \(replica.refused)" }
      counts["refused", default: 0] += refused.count
    }
    return nil
  }
}
