/// The transaction in which a migration's Swift closure runs.
///
/// Use a transaction only inside the closure, and only on the thread that called the closure.
public final class MigrationTransaction {
  /// The connection that runs the statements.
  ///
  /// The value is nil after the closure has returned. Later calls of the methods throw.
  private var connection: Connection?

  /// The function that is called with every statement before the statement runs.
  ///
  /// The function throws for a statement that is forbidden in a migration.
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
  /// The statement must not end the transaction, attach a file or change a setting of the
  /// connection.
  ///
  /// - Parameter sql: One statement.
  /// - Returns: The number of rows that the statement inserted, updated or deleted.
  /// - Throws: ``DatabaseError`` with the code `.misuse` for a forbidden statement, and for every
  ///   call after the closure has returned.
  @discardableResult
  public func execute(_ sql: SQL) throws(DatabaseError) -> Int {
    let (connection, statement) = try prepare(sql)
    let before = connection.totalChangedRowCount
    try statement.run()
    return connection.totalChangedRowCount == before ? 0 : connection.changedRowCount
  }

  /// Returns all rows of a query. The rows include the changes that the migration has already made.
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
    // After some errors, SQLite rolls the transaction back. The closure can catch such an error and
    // continue, but no further statement may run.
    guard !connection.isAutocommit else { throw .transactionHasEnded }
    return (connection, statement)
  }
}
