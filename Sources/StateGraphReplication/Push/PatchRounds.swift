#if PostgreSQL
/// Carries out the patches of one transaction in an order that is found by attempts.
///
/// Rows can hand unique values on: one row takes the value of a second one, which takes the value
/// of a third one. A patch that cannot be carried out yet is undone by its savepoint and waits for
/// the next round. Two rows that exchange their values need a DEFERRABLE rule on the server, whose
/// check waits for COMMIT here.
struct PatchRounds {
  /// The codes with which a patch waits for the next round.
  static let states: Set<SQLState> = [
    .uniqueViolation, .foreignKeyViolation, .exclusionViolation,
  ]
  /// Each round reverses the order, so that a chain of rows needs two rounds in most cases.
  private static let maximumRounds = 8
  /// Each patch waits for its answer, so that a very large transaction would hold its locks for
  /// long.
  private static let maximumPatches = 20_000

  let connection: PostgreSQLConnection
  let client: String
  /// The patches in the order of the first round.
  let patches: [Patch]

  /// - Returns: Whether the server has applied the transaction. It has changed nothing otherwise.
  /// - Throws: An error after which the transaction may be sent again, or of the connection.
  func run(_ transaction: PushTransaction) throws(ReplicationError) -> Bool {
    guard patches.count <= Self.maximumPatches else { return false }
    try connection.execute("BEGIN")
    do {
      try connection.query(
        "SELECT stategraph.begin_push($1::uuid, $2::bigint, $3::uuid, true)",
        [client, String(transaction.sequence), transaction.identifier]
      )
      try connection.execute("SET CONSTRAINTS ALL DEFERRED")
      if try carryOutAll() {
        try connection.execute("COMMIT")
        return true
      }
    } catch {
      // A lost connection has no transaction to roll back.
      guard let state = error.sqlState else { throw error }
      try connection.execute("ROLLBACK")
      guard PushReaction(state) == .refuse else { throw error }
      return false
    }
    try connection.execute("ROLLBACK")
    return false
  }

  /// Returns whether all patches were carried out.
  private func carryOutAll() throws(ReplicationError) -> Bool {
    var waiting = patches
    for _ in 0..<Self.maximumRounds where !waiting.isEmpty {
      var rest: [Patch] = []
      for patch in waiting where !(try carryOut(patch)) { rest.append(patch) }
      guard rest.count < waiting.count else { return false }
      waiting = rest.reversed()
    }
    return waiting.isEmpty
  }

  /// Returns whether the patch was carried out. It has changed nothing otherwise.
  private func carryOut(_ patch: Patch) throws(ReplicationError) -> Bool {
    let statement = PatchStatement(patch)
    try connection.execute("SAVEPOINT patch")
    do {
      try connection.query(
        statement.sql,
        statement.parameters.map { $0.map { String(decoding: $0, as: UTF8.self) } }
      )
    } catch {
      guard let state = error.sqlState, Self.states.contains(state) else { throw error }
      try connection.execute("ROLLBACK TO SAVEPOINT patch; RELEASE SAVEPOINT patch")
      return false
    }
    try connection.execute("RELEASE SAVEPOINT patch")
    return true
  }
}
#endif
