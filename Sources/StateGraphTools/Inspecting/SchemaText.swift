package import StateGraphSQLite

/// The CREATE statements of a database file, exactly as the file contains them.
package struct SchemaText {
  /// The CREATE statements, without semicolons, in an order in which they can be executed. The
  /// indexes and triggers of a table come after the table. Views come last, each before its
  /// triggers.
  package let statements: [String]

  /// Reads the CREATE statements of a database file.
  ///
  /// - Parameters:
  ///   - connection: A connection to the file.
  ///   - tables: The tables whose statements are read, with their indexes and triggers, or nil for
  ///     all statements of the file.
  package init(_ connection: Connection, tables: [TableSchema]?) throws(DatabaseError) {
    // A trigger can write the name of its table or view in another case.
    let rows = try connection.rows(
      """
      SELECT s.type, s.tbl_name, s.sql FROM main.sqlite_schema AS s
      LEFT JOIN main.sqlite_schema AS o
        ON o.type IN ('table', 'view') AND o.name = s.tbl_name COLLATE NOCASE
      LEFT JOIN pragma_table_list AS l ON l.schema = 'main' AND l.name = o.name
      WHERE s.sql IS NOT NULL AND s.name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
        AND coalesce(l.type, '') <> 'shadow'
      ORDER BY o.type = 'view', o.rowid, s.rowid <> o.rowid, s.rowid
      """
    )
    statements = rows.compactMap { row in
      guard case .text(let table) = row[1], case .text(let sql) = row[2],
        !LibraryTable.contains(table)
      else { return nil }
      guard let tables else { return sql }
      return tables.contains { $0.name.isSameName(as: table) } ? sql : nil
    }
  }

  package var text: String { statements.map { $0 + ";\n" }.joined(separator: "\n") }
}
