import StateGraphCore
import StateGraphSQLite
import StateGraphThreads

/// A hand-written SELECT whose rows a graph node contains.
///
/// The object determines which tables and columns the SELECT reads: once when the object is
/// created, and again after each change of the schema. A commit that changes one of these tables or
/// columns invalidates the node.
final class LiveStatement: Sendable {
  private struct State {
    /// The registration for changed rows, or the error of the last ``follow()``, or nil before
    /// ``follow()`` has ended for the first time, and after ``unfollow()``.
    var registration: Result<SlotRegistration, any Error>?
    var tables: [StatementReads.Table] = []
    var wasRead = false
    /// The number of calls of ``follow()`` that have begun.
    ///
    /// A call stores its result only if no later call has begun. Otherwise, the result may describe
    /// an older schema.
    var followCount = 0
  }

  let database: Database
  private let graph: DatabaseGraph
  private let sql: SQL
  private let slot: StatementSlot
  private let state = Guarded(State())

  var signal: Signal { slot.signal }

  private init(_ sql: SQL, in database: Database) {
    (self.sql, self.database) = (sql, database)
    graph = DatabaseGraph.of(database)
    slot = StatementSlot(named: SignalName(sql.text))
  }

  deinit { graph.liveStatements.remove(self) }

  /// Creates a live statement. Waits if another thread has an open write.
  ///
  /// - Throws: `.misuse` if the SELECT's rows can change without a reported change of a row. Also
  ///   the errors of SQLite.
  static func following(_ sql: SQL, in database: Database) throws -> LiveStatement {
    let statement = LiveStatement(sql, in: database)
    // From now on, a change of the schema calls `follow`, so that no change is missed.
    statement.graph.liveStatements.insert(statement, isInWrite: database.isWriting)
    try statement.follow()
    return statement
  }

  /// Determines the tables and columns that the SELECT reads, and registers the statement for their
  /// changes.
  ///
  /// - Throws: `.misuse` if the SELECT's rows can change without a reported change of a row. Also
  ///   the errors of SQLite. Until the next call, ``rows()`` throws the same error.
  func follow() throws {
    let number = state.withLock { state in
      state.followCount += 1
      return state.followCount
    }
    let reads = Result { try StatementReads.watching(sql, in: database) }
    let registration = reads.map { slot.registration(for: $0, in: graph) }
    // The old registration is returned, so that it is released outside of the lock.
    _ = state.withLock { state -> Result<SlotRegistration, any Error>? in
      guard state.followCount == number else { return nil }
      defer {
        state.registration = registration
        state.tables = (try? reads.get().tables) ?? []
      }
      return state.registration
    }
    _ = try reads.get()
  }

  /// Ends the registration for changed rows. The caller must hold the write lock until it has
  /// called ``follow()`` again, so that no commit is missed.
  func unfollow() {
    // The old registration is returned, so that it is released outside of the lock.
    _ = state.withLock { state -> Result<SlotRegistration, any Error>? in
      defer { state.registration = nil }
      return state.registration
    }
  }

  /// Returns the schema of the table with this name. Returns nil if the SELECT does not read the
  /// table.
  func table(_ name: String) -> TableSchema? {
    state.withLock { $0.tables.first { $0.schema.name.hasSameBytes(as: name) }?.schema }
  }

  /// Returns the rows that this thread sees.
  ///
  /// If this thread is evaluating a graph node, the node then depends on the rows. Inside a write
  /// or a snapshot, the SELECT runs in this write or snapshot, and the method adds no dependency.
  func rows() throws -> [SQLiteRow] {
    if UncommittedValues.areVisible { return try database.rows(sql) }
    // The dependency is added before the read. If a commit happens between these two steps, the
    // evaluation is repeated.
    signal.depend()
    let (registration, isFirst) = state.withLock { state in
      defer { state.wasRead = true }
      return (state.registration, !state.wasRead)
    }
    _ = try registration?.get()
    return try graph.reads.read(isFirst ? .first : .unfollowed, of: signal) {
      try database.rows(sql)
    }
  }

  /// Runs `body` for a caller that cannot throw. If `body` throws, logs the error and returns nil.
  private func reporting<Result>(_ body: () throws -> Result) -> Result? {
    do {
      return try body()
    } catch {
      graph.report(error, while: "live SQL")
      return nil
    }
  }
}

// MARK: - Nodes

extension LiveStatement {
  /// Returns a node that contains the rows. The node is empty while the SELECT fails.
  func node() -> Computed<[SQLiteRow]> {
    Computed(areEqual: SQLiteRow.areSame, name: "live SQL", fileID: "", line: 0) { _ in
      self.reporting { try self.rows() } ?? []
    }
  }

  /// Returns a node that contains the result of `convert` for the rows, or `fallback` if `convert`
  /// throws.
  ///
  /// `convert` runs only if the rows have changed.
  func node<Value: Sendable>(
    orOnError fallback: Value,
    _ convert: @escaping @Sendable ([SQLiteRow]) throws -> Value
  ) -> Computed<Value> {
    let rows = node()
    return Computed(areEqual: { _, _ in false }, name: "live SQL", fileID: "", line: 0) { _ in
      let rows = rows.wrappedValue
      return self.reporting { try convert(rows) } ?? fallback
    }
  }
}

extension SQLiteRow {
  /// Returns whether two results have the same columns and rows, compared by their bytes.
  fileprivate static func areSame(_ old: [SQLiteRow], and new: [SQLiteRow]) -> Bool {
    guard old.count == new.count, let first = old.first, let other = new.first else {
      return old.isEmpty && new.isEmpty
    }
    return first.columns.haveSameBytes(as: other.columns)
      && zip(old, new).allSatisfy { old, new in
        zip(old.values, new.values).allSatisfy { $0.isIdentical(to: $1) }
      }
  }
}
