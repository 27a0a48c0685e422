/// The transaction of a migration in Swift. Good until its closure returns, on the thread that
/// called it.
public final class MigrationTransaction {
  /// Nil once the closure has returned. Owned by the migrator.
  private var connection: Connection?

  /// What every statement passes before it runs.
  private var onStatement: ((Statement) throws(DatabaseError) -> Void)?

  init(
    _ connection: Connection,
    onStatement: @escaping (Statement) throws(DatabaseError) -> Void
  ) {
    self.connection = connection
    self.onStatement = onStatement
  }

  func end() { (connection, onStatement) = (nil, nil) }

  /// Runs one statement and returns the number of rows that it inserted, updated or deleted.
  ///
  /// - Throws: ``DatabaseError``: `.misuse` for what would end the transaction, attach a file, or
  ///   change a setting of the connection, and where the migration is over.
  @discardableResult
  public func execute(_ sql: SQL) throws(DatabaseError) -> Int {
    let (connection, statement) = try prepare(sql)
    let before = connection.totalChangedRowCount
    try statement.run()
    return connection.totalChangedRowCount == before ? 0 : connection.changedRowCount
  }

  /// All rows of a query, which sees what the migration has done so far.
  ///
  /// - Throws: As ``execute(_:)``.
  public func rows(_ sql: SQL) throws(DatabaseError) -> [Row] {
    let (connection, statement) = try prepare(sql)
    return try connection.rows(of: statement)
  }

  private func prepare(_ sql: SQL) throws(DatabaseError) -> (Connection, Statement) {
    guard let connection else {
      throw DatabaseError(
        .misuse,
        "The transaction of a migration was used after the migration.",
        remedy: "Use it only inside the closure that it is lent to."
      )
    }
    let statement = try connection.refusing(.setting) { () throws(DatabaseError) in
      try connection.prepare(sql)
    }
    try onStatement?(statement)
    // SQLite may have ended the transaction after an error that the closure caught.
    guard !connection.isAutocommit else { throw .transactionHasEnded }
    return (connection, statement)
  }
}
