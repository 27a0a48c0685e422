#if PostgreSQL
/// Carries out the patches of one transaction as one statement, or else in an order that is found
/// by trying.
///
/// Rows of one table can refer to each other. The server checks their references at the end of a
/// statement, so that one statement needs no order.
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
  /// Each patch waits for its answer, so that a very large transaction would hold its locks for
  /// long.
  private static let maximumPatches = 20_000
  /// Each round reverses the order, so that a chain of rows needs two rounds in most cases.
  private static let maximumRuns = 8 * maximumPatches
  /// The server plans each patch of a statement by itself, and takes at most 65,535 parameters.
  private static let maximumStatement = (patches: 1_000, parameters: 65_535)

  let connection: PostgreSQLConnection
  let client: String
  /// The patches in the order of the first round.
  let patches: [Patch]

  /// - Returns: True if the server has applied the transaction. If false, the server has changed
  ///   nothing.
  /// - Throws: An error of the connection, or an error of the server after which the transaction
  ///   may be sent again.
  func run(_ transaction: PushTransaction) throws(ReplicationError) -> Bool {
    guard patches.count <= Self.maximumPatches else { return false }
    try connection.execute("BEGIN")
    do {
      try connection.query(
        PushPipeline.beginPush,
        parameters: [client, String(transaction.sequence), transaction.identifier, "t"]
      )
      try connection.execute("SET CONSTRAINTS ALL DEFERRED")
      var isDone = try carryOutTogether()
      if !isDone { isDone = try carryOutAll() }
      if isDone {
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

  /// Returns whether one statement has carried out all patches. It has changed nothing otherwise.
  private func carryOutTogether() throws(ReplicationError) -> Bool {
    guard patches.count <= Self.maximumStatement.patches else { return false }
    let statement = PatchStatement(together: patches)
    guard statement.parameters.count <= Self.maximumStatement.parameters else { return false }
    // Patch by patch, the server can accept what it refuses in one statement.
    return try carryOut(statement) { PushReaction($0) == .refuse }
  }

  /// Returns whether all patches were carried out.
  private func carryOutAll() throws(ReplicationError) -> Bool {
    var waiting = patches
    var runs = 0
    while !waiting.isEmpty, runs < Self.maximumRuns {
      runs += waiting.count
      var rest: [Patch] = []
      for patch in waiting {
        let isDone = try carryOut(PatchStatement(patch)) { Self.states.contains($0) }
        if !isDone { rest.append(patch) }
      }
      guard rest.count < waiting.count else { return false }
      waiting = rest.reversed()
    }
    return waiting.isEmpty
  }

  /// Returns whether the statement was carried out. It has changed nothing otherwise.
  ///
  /// - Parameter mayFail: Whether the transaction goes on after an error with this code.
  private func carryOut(
    _ statement: PatchStatement,
    unless mayFail: (SQLState) -> Bool
  ) throws(ReplicationError) -> Bool {
    try connection.execute("SAVEPOINT patch")
    do {
      try connection.query(
        statement.sql,
        parameters: statement.parameters.map { $0.map { String(decoding: $0, as: UTF8.self) } }
      )
    } catch {
      guard let state = error.sqlState, mayFail(state) else { throw error }
      try connection.execute("ROLLBACK TO SAVEPOINT patch; RELEASE SAVEPOINT patch")
      return false
    }
    try connection.execute("RELEASE SAVEPOINT patch")
    return true
  }
}
#endif
