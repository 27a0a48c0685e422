package import StateGraphSQLite

/// What created the tables of a file, in the words in which it keeps it.
package struct SchemaText {
  /// Each statement without its semicolon: a table, then its indexes and triggers; views last.
  package let statements: [String]

  /// - Parameter tables: The tables to tell of, or nil for all that there is.
  package init(_ connection: Connection, tables: [TableSchema]?) throws(DatabaseError) {
    let rows = try connection.rows(
      """
      SELECT s.type, s.tbl_name, s.sql FROM main.sqlite_schema AS s
      LEFT JOIN pragma_table_list AS l ON l.schema = 'main' AND l.name = s.tbl_name
      WHERE s.sql IS NOT NULL AND s.name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
        AND coalesce(l.type, '') <> 'shadow'
      ORDER BY s.type = 'view',
        (SELECT min(t.rowid) FROM main.sqlite_schema AS t WHERE t.name = s.tbl_name),
        s.type <> 'table', s.rowid
      """
    )
    statements = rows.compactMap { row in
      guard case .text(let table) = row[1], case .text(let sql) = row[2],
        !LibraryTable.isOne(table)
      else { return nil }
      guard let tables else { return sql }
      return tables.contains { $0.name.isSameName(as: table) } ? sql : nil
    }
  }

  package var text: String { statements.map { $0 + ";\n" }.joined(separator: "\n") }
}
