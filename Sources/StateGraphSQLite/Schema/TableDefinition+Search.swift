extension TableDefinition {
  /// The name of the second table, which indexes the words in this table for full-text search.
  package var searchTable: String { name + "_search" }

  /// The statements that create the full-text search table and its triggers. Empty if the type
  /// declares no columns for full-text search.
  ///
  /// The triggers keep the search table up to date. The search table stores only the index; the
  /// text itself is stored only in this table ("external content",
  /// <https://sqlite.org/fts5.html#external_content_tables>). A row has the same rowid in both
  /// tables.
  ///
  /// If no column of this table is the rowid, a VACUUM by another program can change the rowids.
  /// The search table must be rebuilt after such a VACUUM.
  package var searchStatements: [SQL] {
    guard !searchColumns.isEmpty else { return [] }
    let create: SQL = """
      CREATE VIRTUAL TABLE \(table: searchTable) USING fts5(
        \(columns: searchColumns),
        content=\(literal: name), content_rowid=\(literal: rowIDName)
      )
      """
    return [
      create,
      trigger("insert", event: "AFTER INSERT ON \(table: name)", body: [add]),
      trigger("delete", event: "AFTER DELETE ON \(table: name)", body: [remove]),
      // The condition compares texts byte by byte. With the collation NOCASE, for example, 'a'
      // equals 'A', and the trigger would miss this change.
      trigger(
        "update",
        event: "AFTER UPDATE ON \(table: name) WHEN \(isChanged)",
        body: [remove, add]
      ),
    ]
  }

  /// The statement that indexes every existing row again, for example after the search table was
  /// created.
  package var searchRebuildStatement: SQL {
    "INSERT INTO \(table: searchTable) (\(column: searchTable)) VALUES ('rebuild')"
  }

  private func trigger(_ suffix: String, event: SQL, body: [SQL]) -> SQL {
    """
    CREATE TRIGGER \(table: "\(searchTable)_\(suffix)") \(event) BEGIN
      \(body, separator: "\n  ")
    END
    """
  }

  private var add: SQL {
    """
    INSERT INTO \(table: searchTable) (rowid, \(columns: searchColumns)) \
    VALUES (\(searched("new"), separator: ", "));
    """
  }

  // FTS5 removes a row from the index only with the values that were added for the row.
  private var remove: SQL {
    """
    INSERT INTO \(table: searchTable) (\(column: searchTable), rowid, \(columns: searchColumns)) \
    VALUES ('delete', \(searched("old"), separator: ", "));
    """
  }

  private var isChanged: SQL {
    let parts = zip(searched("old"), searched("new")).map { old, new -> SQL in
      "\(old) COLLATE BINARY IS NOT \(new)"
    }
    return "\(parts, separator: " OR ")"
  }

  private func searched(_ row: StaticString) -> [SQL] {
    ([rowIDName] + searchColumns).map { "\(SQL(text: "\(row)")).\(column: $0)" }
  }

  /// The name by which SQL reads the rowid: the integer primary key, or one of SQLite's names for
  /// the rowid that no column has.
  private var rowIDName: String {
    if primaryKey.count == 1, let key = column(primaryKey[0]), key.type == .integer {
      return key.name
    }
    return ["rowid", "_rowid_", "oid"].first { column($0) == nil } ?? "rowid"
  }
}

extension SQL.Interpolation {
  /// Appends text as an SQL string literal, where SQLite accepts no parameter.
  fileprivate mutating func appendInterpolation(literal text: String) {
    appendInterpolation(SQL(text: SQLiteValue.text(text).sqlLiteral))
  }
}
