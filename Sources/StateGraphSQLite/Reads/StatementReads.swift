/// The tables and columns that a SELECT reads.
///
/// As long as none of these columns changes, and none of these tables gets or loses a row, the
/// SELECT returns the same rows.
package struct StatementReads: Sendable {
  package struct Table: Sendable {
    package let schema: TableSchema
    /// The names of the columns that the SELECT reads. Empty if the SELECT only reads which rows
    /// the table has.
    package let columns: Set<ByteText>
  }

  package let tables: [Table]

  /// Determines what a statement reads. Runs no part of the statement.
  ///
  /// SQLite's authorizer reports each column that a statement names, also in views, sub-queries and
  /// common table expressions. It reports neither the columns that `USING` and `NATURAL` compare,
  /// nor a table of which a statement reads only such columns. If one of these words is present,
  /// the result therefore contains every table that is named, with all its columns.
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
      throw .unfollowable("It is no SELECT", "Pass one SELECT.", sql)
    }
    // SQLite creates a table-valued function when it first compiles a statement with it, and the
    // writer reads the schema after it has changed. Both would be reported as reads of the schema
    // table. The second compilation reports only the statement.
    _ = try connection.compile(sql.text)
    let accesses = try connection.authorizer.recordingAccesses { () throws(DatabaseError) in
      _ = try connection.compile(sql.text)
    }
    let names = try SchemaNames(connection)
    let text = ExpandedTokens(sql.text, views: names.views)
    var reader = ReadTables(sql, names, connection)
    for access in accesses {
      switch access {
      case .column(let column, let table, let database):
        try reader.add(column, of: table, in: database)
      case .function(let name): try reader.addFunction(name, in: text)
      case .pragma: throw .unfollowable("It is a pragma", "Pass a SELECT.", sql)
      }
    }
    if text.contains(anyOf: ["USING", "NATURAL"]) {
      for name in text.names { try reader.addAllColumns(of: name) }
    }
    tables = reader.found
  }
}

extension DatabaseError {
  static func unfollowable(_ reason: String, _ remedy: String, _ sql: SQL) -> DatabaseError {
    DatabaseError(.misuse, "\(reason), so this SQL cannot be live.", remedy: remedy, sql: sql.text)
  }
}
