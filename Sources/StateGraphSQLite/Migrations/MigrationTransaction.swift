/// The transaction in which a migration's Swift closure runs.
///
/// Use it only until the closure returns, and only on the thread that called the closure.
public final class MigrationTransaction {
  /// The connection that runs the statements. It is nil after the closure has returned, so that
  /// later calls throw.
  private var connection: Connection?

  /// Called with every statement before it runs. It throws if a migration must not run the
  /// statement.
  private var onStatement: ((Statement) throws(DatabaseError) -> Void)?

  init(
    _ connection: Connection,
    onStatement: @escaping (Statement) throws(DatabaseError) -> Void
  ) {
    self.connection = connection
    self.onStatement = onStatement
  }

  func end() { (connection, onStatement) = (nil, nil) }

  /// Runs one statement in the migration's transaction.
  ///
  /// - Parameter sql: One statement.
  /// - Returns: The number of rows that the statement inserted, updated or deleted.
  /// - Throws: ``DatabaseError`` with the code `.misuse` for a statement that would end the
  ///   transaction, attach a file or change a setting of the connection. Throws the same error
  ///   after the migration has ended.
  @discardableResult
  public func execute(_ sql: SQL) throws(DatabaseError) -> Int {
    let (connection, statement) = try prepare(sql)
    let before = connection.totalChangedRowCount
    try statement.run()
    return connection.totalChangedRowCount == before ? 0 : connection.changedRowCount
  }

  /// Returns all rows of a query. The query also reads the changes that the migration has made so
  /// far.
  ///
  /// - Parameter sql: One statement that returns rows.
  /// - Throws: The errors of ``execute(_:)``.
  public func rows(_ sql: SQL) throws(DatabaseError) -> [SQLiteRow] {
    let (_, statement) = try prepare(sql)
    return try statement.rows()
  }

  private func prepare(_ sql: SQL) throws(DatabaseError) -> (Connection, Statement) {
    guard let connection else {
      throw DatabaseError(
        .misuse,
        "The transaction of a migration was used after the migration had ended.",
        remedy: "Use the transaction only inside the closure that receives it."
      )
    }
    let statement = try connection.refusing(.setting) { () throws(DatabaseError) in
      try connection.prepare(sql)
    }
    try onStatement?(statement)
    // After some errors, SQLite rolls the transaction back. If the closure has caught such an
    // error, no further statement may run.
    guard !connection.isAutocommit else { throw .transactionHasEnded }
    return (connection, statement)
  }
}
