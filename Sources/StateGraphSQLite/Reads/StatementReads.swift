/// The tables and columns that a SELECT reads, so that a live query can tell which commits may
/// change its result.
///
/// As long as none of these columns changes, and none of these tables gets or loses a row, the
/// SELECT returns the same rows.
package struct StatementReads: Sendable {
  package struct Table: Sendable {
    package let schema: TableSchema
    /// The names of the columns that the SELECT reads. Empty if the SELECT reads the table but none
    /// of its columns, for example to count the rows.
    package let columns: Set<ByteText>
  }

  package let tables: [Table]

  /// Determines the tables and columns that a statement reads. Does not run the statement.
  ///
  /// SQLite's authorizer reports each column that a statement names, also in views, sub-queries and
  /// common table expressions. The authorizer does not report the columns that `USING` and
  /// `NATURAL` compare, and it does not report a table of which the statement reads only such
  /// columns. If the statement or one of its views contains one of these keywords, the result
  /// therefore contains all columns of every table that the statement or the view names.
  ///
  /// - Throws: `.misuse` if the result of the statement can change without a change of a row that
  ///   SQLite reports. Also the errors of SQLite.
  init(
    of sql: SQL,
    compiledAs statement: Statement,
    on connection: Connection
  ) throws(DatabaseError) {
    guard statement.isReadOnly, statement.effects.isEmpty, statement.columnCount > 0,
      !statement.isExplanation
    else {
      throw .unfollowable("The statement is no SELECT", remedy: "Pass one SELECT.", sql: sql)
    }
    // During the first compilation, SQLite may create a table-valued function that the statement
    // calls, and may read a changed schema. The authorizer reports both as reads of the schema
    // table. The reads are therefore recorded during a second compilation, in which the authorizer
    // reports only the reads of the statement.
    _ = try connection.compile(sql.text)
    let accesses = try connection.authorizer.recordingAccesses { () throws(DatabaseError) in
      _ = try connection.compile(sql.text)
    }
    let names = try SchemaNames(connection)
    let text = ExpandedTokens(sql.text, views: names.views)
    var reader = ReadTables(sql, names: names, on: connection)
    for access in accesses {
      switch access {
      case .column(let column, let table, let database):
        try reader.add(column, of: table, in: database)
      case .function(let name): try reader.addFunction(name, in: text)
      case .pragma: throw .unfollowable("It is a pragma", remedy: "Pass a SELECT.", sql: sql)
      }
    }
    if text.contains(anyOf: ["USING", "NATURAL"]) {
      for name in text.names { try reader.addAllColumns(of: name) }
    }
    tables = reader.found
  }
}

extension DatabaseError {
  static func unfollowable(_ reason: String, remedy: String, sql: SQL) -> DatabaseError {
    DatabaseError(.misuse, "\(reason), so this SQL cannot be live.", remedy: remedy, sql: sql.text)
  }
}
