import SQLiteTestSupport
import TestSupport
import Testing

@testable import StateGraphSQLite

/// A machine in a test: a real file, and the model of what it must contain.
final class ModelReplica {
  let client: Int
  private let directory: TemporaryDirectory
  private(set) var database: Database
  private(set) var file: ReplicaFile
  /// The local transactions that the server has not decided, as far as the file knows.
  private(set) var pending: [(sequence: Int64, changes: [ModelState.Change])] = []
  private(set) var refused: [Int64] = []
  private(set) var lastSequence: Int64 = 0
  /// The number of the last transaction that was sent on the present connection.
  var lastSent: Int64 = 0
  /// Whether the feed was lost, so that the file must be reconciled.
  var hasLostFeed = false

  init(client: Int, windowSize: Int) throws {
    self.client = client
    directory = try TemporaryDirectory()
    let path = directory.file("replica.sqlite")
    database = try Database(path: path)
    for statement in ModelState.schema { try database.execute(statement) }
    try StoredReplica(database).create(
      Replica(
        server: Array(repeating: 1, count: 16),
        client: Array(repeating: UInt8(client), count: 16),
        tables: ModelState.tables,
        position: ServerPosition(1)
      )
    )
    self.windowSize = windowSize
    file = ReplicaFile(database, refusesChanged: Array(ModelState.refusesChanged))
  }

  private let windowSize: Int

  var position: ServerPosition {
    get throws { try #require(try StoredReplica(database).read()).position }
  }

  func restart() throws {
    let path = directory.file("replica.sqlite")
    try database.close()
    database = try Database(path: path)
    file = ReplicaFile(database, refusesChanged: Array(ModelState.refusesChanged))
    lastSent = pending.first.map { $0.sequence - 1 } ?? lastSequence
  }

  /// The rows that the file must have, and the transactions that do not fit.
  func expected(on state: ModelState) -> (state: ModelState, setAside: [Int64]) {
    var (result, setAside) = (state, [Int64]())
    for transaction in pending {
      if let after = result.applying(transaction.changes) {
        result = after
      } else {
        setAside.append(transaction.sequence)
      }
    }
    return (result, setAside)
  }

  func write(on state: ModelState, _ random: inout SeededRandom) throws {
    let before = expected(on: state).state
    var after = before
    try database.write {
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        guard let statement = ModelStatement.random(on: after, &random) else { continue }
        let isUndone = Int.random(in: 0..<6, using: &random) == 0
        do {
          try database.write {
            for sql in statement.sql { try database.execute(sql) }
            if isUndone { throw TestFailure("undone") }
          }
          after = statement.after
        } catch is TestFailure {}
      }
    }
    let changes = before.changes(to: after)
    guard !changes.isEmpty else { return }
    lastSequence += 1
    pending.append((lastSequence, changes))
  }

  func pull(from server: ModelServer, limit: Int) throws {
    let transactions = server.feed(of: client, after: try position, limit: limit)
    try file.apply(transactions)
    for decision in transactions.compactMap(\.decision) { decide(decision) }
  }

  func reconcile(with server: ModelServer) throws {
    let decisions = server.decisions(of: client)
    try file.reconcile(
      with: ModelCopy(state: server.state),
      at: server.position,
      decisions: decisions,
      windowSize: windowSize
    )
    for decision in decisions { decide(decision) }
    hasLostFeed = false
  }

  private func decide(_ decision: PushDecision) {
    if case .refused(let sequence, _) = decision,
      pending.contains(where: { $0.sequence == sequence })
    {
      refused.append(sequence)
    }
    pending.removeAll { $0.sequence <= decision.sequence }
  }

  /// Returns what is wrong with the file, or nil.
  func problem(on server: ModelServer) throws -> String? {
    let expected = expected(on: server.state(at: try position))
    let actual = try ModelState.read(database)
    guard actual == expected.state else {
      return "machine \(client): expected\n\(expected.state)\nbut the file has\n\(actual)"
    }
    let setAside = try database.withReader { try SetAsideTable.all(on: $0).map(\.sequence) }
    guard setAside == expected.setAside else {
      return "machine \(client): expected \(expected.setAside) set aside, but \(setAside)"
    }
    let titles = try database.rows(
      "SELECT count(*) FROM titles JOIN posts USING (title) WHERE post = id"
    )
    guard case .integer(let count) = titles[0][0], Int(count) == actual["posts"].count else {
      return "machine \(client): the triggers have not followed the posts"
    }
    let kept = try database.rows("SELECT seq FROM stategraph_refused ORDER BY seq")
    guard kept.map({ $0[0] }) == refused.map({ .integer($0) }) else {
      return "machine \(client): expected \(refused) refused, but \(kept)"
    }
    return nil
  }
}
