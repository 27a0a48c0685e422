extension TableDefinition {
  /// The name of the table that answers searches.
  package var searchTable: String { name + "_search" }

  /// What creates the search table and the triggers that keep it equal to this one; none where no
  /// column is searched.
  ///
  /// The words are indexed and the text stays where it is ("external content",
  /// <https://sqlite.org/fts5.html#external_content_tables>): the two tables share the rowid. Where
  /// that is not a column, a VACUUM of another program may number the rows anew, and the search
  /// table has to be rebuilt after it.
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
      trigger("insert", "AFTER INSERT ON \(table: name)", [add]),
      trigger("delete", "AFTER DELETE ON \(table: name)", [remove]),
      // The collation of a column must not hide a change of its text.
      trigger("update", "AFTER UPDATE ON \(table: name) WHEN \(isChanged)", [remove, add]),
    ]
  }

  /// Indexes again every row that is there.
  package var searchRebuildStatement: SQL {
    "INSERT INTO \(table: searchTable) (\(column: searchTable)) VALUES ('rebuild')"
  }

  private func trigger(_ suffix: String, _ event: SQL, _ body: [SQL]) -> SQL {
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

  // FTS5 takes a row out by the values that it was indexed with.
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

  /// The name by which SQL reaches the rowid where columns may have taken some of its names.
  private var rowIDName: String {
    if primaryKey.count == 1, let key = column(primaryKey[0]), key.type == .integer {
      return key.name
    }
    return ["rowid", "_rowid_", "oid"].first { column($0) == nil } ?? "rowid"
  }
}

extension SQL.Interpolation {
  /// A string where SQLite takes a literal and no parameter.
  fileprivate mutating func appendInterpolation(literal text: String) {
    appendInterpolation(SQL(text: SQLiteValue.text(text).sqlLiteral))
  }
}
