import SQLiteTestSupport
import StateGraphSQLite
import TestSupport

/// A server in memory: it orders the transactions of all machines, applies or refuses them, and
/// keeps the history.
///
/// Left out: the network, types, and permissions. As PostgreSQL does, it sends large values only
/// with their changes, and checks deferrable rules at the end of a transaction.
struct ModelServer {
  /// A transaction, with the state after it.
  struct Commit {
    let position: ServerPosition
    let state: ModelState
    let changes: [ServerChange]
    /// The machine whose transaction was decided, with the decision.
    let decided: (client: Int, decision: PushDecision)?
  }

  private(set) var history: [Commit] = [
    Commit(position: ServerPosition(1), state: ModelState(), changes: [], decided: nil)
  ]
  /// The number of the last decided transaction of each machine.
  private(set) var sequences: [Int: Int64] = [:]
  private(set) var refusals: [Int: [Int64]] = [:]

  var state: ModelState { history.last!.state }
  var position: ServerPosition { history.last!.position }

  func state(at position: ServerPosition) -> ModelState {
    history.last { $0.position <= position }!.state
  }

  /// Returns the transactions after a position, as the feed of one machine delivers them.
  func feed(of client: Int, after position: ServerPosition, limit: Int) -> [ServerCommit] {
    history.filter { $0.position > position }.prefix(limit).map { commit in
      let isOwn = commit.decided?.client == client
      return ServerCommit(
        position: commit.position,
        changes: commit.changes,
        decision: isOwn ? commit.decided?.decision : nil
      )
    }
  }

  /// Returns all decisions about the transactions of a machine, as the tables of the server show
  /// them.
  func decisions(of client: Int) -> [PushDecision] {
    let last = sequences[client] ?? 0
    let refused = (refusals[client] ?? []).map { ModelServer.refusal($0) }
    let isComplete = refused.last?.sequence == last || last == 0
    return isComplete ? refused : refused + [.applied(through: last)]
  }

  static func refusal(_ sequence: Int64) -> PushDecision {
    .refused(sequence, reason: RefusalReason(code: "23505", message: "refused"))
  }

  // MARK: Writes

  /// Receives a transaction of a machine. Ignores it if its number is out of turn.
  mutating func receive(
    _ changes: [ModelState.Change],
    _ sequence: Int64,
    from client: Int,
    _ random: inout SeededRandom
  ) {
    guard sequence == (sequences[client] ?? 0) + 1 else { return }
    sequences[client] = sequence
    if let after = state.applying(changes) {
      let touched = changes.map { RowAddress(table: ByteText($0.table), key: $0.key) }
      commit(after, (client, .applied(through: sequence)), touching: touched, &random)
    } else {
      refusals[client, default: []].append(sequence)
      commit(state, (client, ModelServer.refusal(sequence)), &random)
    }
  }

  /// A program on the server writes.
  mutating func write(_ random: inout SeededRandom) {
    var after = state
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      after = ModelStatement.random(on: after, &random)?.after ?? after
    }
    commit(after, nil, &random)
  }

  /// A program on the server deletes all rows of a table and adds others.
  mutating func truncate() {
    var after = state
    for key in state["posts"].keys { after.set(nil, key, in: "posts") }
    let key = RowKey([.text("p1")])
    after.set([key.first, .null, .text("first")], key, in: "posts")
    let added = ServerChange(
      table: "posts",
      key: key,
      kind: .row(
        ServerRow(columns: [0, 1, 2], values: RowImage(after["posts"][key]!)),
        formerKey: nil
      )
    )
    let truncation = ServerChange(table: "posts", key: key, kind: .truncation)
    append(after, [truncation, added], nil)
  }

  /// A program on the server gives an account another key.
  mutating func rekey(_ random: inout SeededRandom) {
    let keys = state["accounts"].keys.sorted { "\($0)" < "\($1)" }
    guard let former = keys.randomElement(using: &random), var row = state["accounts"][former]
    else { return }
    let key = RowKey([.text("a\(Int.random(in: 0..<3, using: &random))")])
    guard state["accounts"][key] == nil else { return }
    row[0] = key.first
    var after = state
    after.set(nil, former, in: "accounts")
    after.set(row, key, in: "accounts")
    let kind = ServerChange.Kind.row(
      ServerRow(columns: [0, 1], values: RowImage(row)),
      formerKey: former
    )
    append(after, [ServerChange(table: "accounts", key: key, kind: kind)], nil)
  }

  private mutating func commit(
    _ after: ModelState,
    _ decided: (client: Int, decision: PushDecision)?,
    touching touched: [RowAddress] = [],
    _ random: inout SeededRandom
  ) {
    var changes = state.changes(to: after).map { change($0, &random) }
    changes.shuffle(using: &random)
    // An UPDATE that sets equal values is sent too.
    for address in touched where Bool.random(using: &random) {
      let table = address.table.string
      guard let row = after[table][address.key], state[table][address.key] == row else { continue }
      let same = ModelState.Change(table: table, key: address.key, old: row, new: row)
      changes.append(change(same, &random))
    }
    append(after, changes, decided)
  }

  private mutating func append(
    _ after: ModelState,
    _ changes: [ServerChange],
    _ decided: (client: Int, decision: PushDecision)?
  ) {
    let next = ServerPosition(position.bits + 8)
    history.append(Commit(position: next, state: after, changes: changes, decided: decided))
  }

  private func change(
    _ change: ModelState.Change,
    _ random: inout SeededRandom
  ) -> ServerChange {
    let table = ByteText(change.table)
    guard let new = change.new else {
      return ServerChange(table: table, key: change.key, kind: .deletion)
    }
    var columns = Array(new.indices)
    if let old = change.old, Bool.random(using: &random) {
      let keyCount = ModelState.keyCounts[change.table]!
      columns = columns.filter { $0 < keyCount || old[$0] != new[$0] }
    }
    let row = ServerRow(
      columns: columns,
      values: RowImage(columns.map { new[$0] }),
      isComplete: columns.count == new.count
    )
    return ServerChange(table: table, key: change.key, kind: .row(row, formerKey: nil))
  }
}

/// A copy of the model server's tables.
struct ModelCopy: ServerCopy {
  let state: ModelState

  func forEachRow(of table: String, _ body: (ServerRow, RowKey) throws -> Void) throws {
    let rows = state[table].sorted { left, right in
      for (one, other) in zip(left.key.values, right.key.values) where one != other {
        return one.order(before: other)
      }
      return false
    }
    for (key, row) in rows {
      try body(ServerRow(columns: Array(row.indices), values: RowImage(row)), key)
    }
  }
}
