import StateGraphFormats
import StateGraphSQLite

/// The records that the import reads again after the last input.
protocol RecordsReadAgain: AnyObject {
  /// Whether the import is reading them.
  var isWriting: Bool { get }
  /// The position of the record that is being read. Nil if there is none.
  var currentPlace: InputPlace? { get }
}

/// Stores rows that have to wait, because another row still has a value that must be unique.
///
/// Rows of an input can exchange unique values, or each can take the value of the next row. Only
/// the final rows count. A row that SQLite refuses is therefore stored as a version, and written
/// after the last record.
extension RowVersions {
  /// The columns that the table of versions has besides the columns of the rows.
  static let ownColumns = ["rowid", "file", "line", "column", "byte"].map { "stategraph_\($0)" }

  /// Returns whether the error is about a unique value, so that the row may wait.
  ///
  /// A constraint with ON CONFLICT ROLLBACK has already ended the transaction.
  func canWait(after error: DatabaseError) -> Bool {
    mayWait && deferred?.isWriting != false && error.constraint?.kind == .unique
      && !connection.isAutocommit
  }

  /// Returns whether the record would change the waiting version of its row. Returns nil if the row
  /// does not wait.
  func differsFromWaiting(
    _ cells: [Cell],
    statements: RowStatements
  ) throws(DatabaseError) -> Bool? {
    mayWait ? try differs(cells, statements: statements) : nil
  }

  func holdsWaiting() throws(DatabaseError) -> Bool {
    guard mayWait else { return false }
    return try holdsVersions()
  }

  /// Stores a row that another row keeps from being written.
  ///
  /// - Parameters:
  ///   - isNew: Whether the table does not contain the key of the row.
  ///   - place: The position of the record, for an error about its values.
  func wait(
    _ cells: [Cell],
    statements: RowStatements,
    isNew: Bool,
    at place: InputPlace
  ) throws(DatabaseError) {
    let place = deferred?.currentPlace ?? place
    if isNew {
      try create()
      isEmpty = false
      let insert = try versionStatements(statements).insert
      try insert.bind(cells, indexes: statements.columns)
      try insert.run()
    } else {
      try store(cells, statements: statements)
    }
    let names = Self.ownColumns.dropFirst().map { "\(column: $0) = ?" as SQL }
    let sql: SQL = """
      UPDATE \(self.place) SET \(names, separator: ", ")
      WHERE (\(columns: table.schema.primaryKey)) = (\(keyParameters, separator: ", "))
      """
    let statement = try connection.prepare(sql.text)
    defer { statement.reset() }
    try statement.bind(SQLiteValue.text(place.file), at: 1)
    try statement.bind(Int64(place.line), at: 2)
    try statement.bind(Int64(place.column), at: 3)
    try statement.bind(place.byteOffset, at: 4)
    for (position, index) in table.keyIndexes.enumerated() {
      try statement.bind(cells[index], at: 5 + position)
    }
    try statement.run()
  }

  /// Writes the waiting rows. Returns the numbers of changed and of new rows.
  ///
  /// All rows are deleted before the first one is inserted again, so that none is in the way of
  /// another one. SQLite checks a UNIQUE constraint after each row.
  ///
  /// - Parameters:
  ///   - found: Returns the position of the record with a key, for an error message.
  ///   - refused: Receives the error for a row whose values another row still has. If it throws, no
  ///     other row is written.
  func writeWaiting(
    _ found: ([Cell]) -> InputPlace?,
    refused: (ImportError) throws(ImportError) -> Void
  ) throws(ImportError) -> (updated: Int, inserted: Int) {
    guard try convertingDatabaseErrors(holdsVersions) else { return (0, 0) }
    let updated = try convertingDatabaseErrors { () throws(DatabaseError) in
      let key = table.schema.primaryKey
      try connection.run(
        """
        DELETE FROM \(mainPlace) WHERE (\(columns: key)) IN (SELECT \(columns: key) FROM \(place))
        """
      )
      return connection.changedRowCount
    }
    var count = 0
    do {
      let names = Array(Self.ownColumns.dropFirst()) + table.schema.primaryKey
      let sql: SQL = "SELECT \(columns: names) FROM \(place) ORDER BY stategraph_byte"
      let rows = try connection.prepare(sql.text)
      defer { rows.reset() }
      let insert = try connection.prepare(insertion.text)
      while try rows.step() {
        let key = table.keyIndexes.indices.map { rows.value(at: 4 + $0) }
        do {
          for (position, value) in key.enumerated() { try insert.bind(value, at: position + 1) }
          try insert.run()
        } catch {
          let record = InputPlace(
            file: rows.text(at: 0),
            line: Int(rows.integer(at: 1)),
            column: Int(rows.integer(at: 2)),
            byteOffset: rows.integer(at: 3)
          )
          insert.reset()
          try refused(UniqueConflict(of: key, in: self).error(error, at: record, found: found))
          continue
        }
        count += 1
      }
      try connection.run("DELETE FROM \(place)")
    } catch let error as DatabaseError {
      throw ImportError(error)
    } catch let error as ImportError {
      throw error
    } catch {
      throw ImportError(.database, "the rows could not be written", cause: error)
    }
    isEmpty = true
    return (updated, count - updated)
  }

  /// The statement that writes one waiting row. Parameter `n` is the value of the `n`th column of
  /// the primary key.
  private var insertion: SQL {
    let names = Self.storedColumns(of: table).map { table.column($0).name }
    // Other tables may refer to the rowid, such as those of a full-text search.
    let rowID = table.keyIsRowID ? nil : table.rowIDName
    let (target, source): (SQL, SQL) =
      rowID.map { (", \(SQL(text: $0))", ", stategraph_rowid") } ?? ("", "")
    return """
      INSERT INTO \(mainPlace) (\(columns: names)\(target))
      SELECT \(columns: names)\(source) FROM \(place)
      WHERE (\(columns: table.schema.primaryKey)) = (\(keyParameters, separator: ", "))
      """
  }

  private var keyParameters: [SQL] { table.keyIndexes.map { _ in "?" } }
}
