/// The transaction of a migration in Swift. Use it only until the closure of the migration returns,
/// and only on the thread that called the closure.
public final class MigrationTransaction {
  /// The connection of the migrator, which owns it; nil after the closure has returned.
  private var connection: Connection?

  /// Called with every statement before it runs.
  private var onStatement: ((Statement) throws(DatabaseError) -> Void)?

  init(
    _ connection: Connection,
    onStatement: @escaping (Statement) throws(DatabaseError) -> Void
  ) {
    self.connection = connection
    self.onStatement = onStatement
  }

  func end() { (connection, onStatement) = (nil, nil) }

  /// Runs one statement.
  ///
  /// - Parameter sql: One statement.
  /// - Returns: The number of rows that the statement inserted, updated or deleted.
  /// - Throws: ``DatabaseError``: `.misuse` for a statement that would end the transaction, attach
  ///   a file or change a setting of the connection, and for any statement after the migration has
  ///   ended.
  @discardableResult
  public func execute(_ sql: SQL) throws(DatabaseError) -> Int {
    let (connection, statement) = try prepare(sql)
    let before = connection.totalChangedRowCount
    try statement.run()
    return connection.totalChangedRowCount == before ? 0 : connection.changedRowCount
  }

  /// Returns all rows of a query. The query sees the changes that the migration has made so far.
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
    // SQLite may have ended the transaction after an error that the closure caught.
    guard !connection.isAutocommit else { throw .transactionHasEnded }
    return (connection, statement)
  }
}
