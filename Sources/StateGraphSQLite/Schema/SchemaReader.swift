import CSQLite

/// Reads the tables and other objects of a file from SQLite's schema table and pragmas.
package struct SchemaReader {
  private let connection: Connection

  package init(_ connection: Connection) {
    self.connection = connection
  }

  /// Returns the user's tables, sorted by name.
  ///
  /// The tables of SQLite and of this library are left out, and also virtual tables and the tables
  /// in which they store their content.
  package func tables() throws(DatabaseError) -> [TableSchema] {
    let names = try connection.rows(
      """
      SELECT name FROM pragma_table_list
      WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
      ORDER BY name
      """
    )
    var tables: [TableSchema] = []
    for row in names {
      guard case .text(let name) = row[0], !LibraryTable.contains(name),
        let table = try table(name)
      else { continue }
      tables.append(table)
    }
    return tables
  }

  /// Returns the virtual tables of the file, sorted by name.
  ///
  /// A table whose module SQLite does not have is left out.
  package func virtualTables() throws(DatabaseError) -> [TableSchema] {
    let names = try connection.rows(
      "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'virtual' ORDER BY name"
    )
    var tables: [TableSchema] = []
    for row in names {
      guard case .text(let name) = row[0], let table = try? table(name) else { continue }
      tables.append(table)
    }
    return tables
  }

  func shadowTables() throws(DatabaseError) -> [String] {
    let rows = try connection.rows(
      "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'shadow'"
    )
    return rows.compactMap { row -> String? in
      guard case .text(let name) = row[0] else { return nil }
      return name
    }
  }

  /// A view or virtual table that SQLite cannot read.
  package struct Unreadable: Sendable {
    /// The kind of the object: `table` or `view`.
    package let kind: String
    package let name: String
    package let reason: String
  }

  /// Returns the views and virtual tables that SQLite cannot read, sorted by name.
  package func unreadable() throws(DatabaseError) -> [Unreadable] {
    let rows = try connection.rows(
      """
      SELECT type, name FROM main.sqlite_schema
      WHERE type = 'view' OR (type = 'table' AND rootpage = 0) ORDER BY name
      """
    )
    var found: [Unreadable] = []
    for row in rows {
      guard case .text(let kind) = row[0], case .text(let name) = row[1] else { continue }
      do throws(DatabaseError) {
        _ = try connection.prepare("SELECT 1 FROM main.\(table: name)")
      } catch {
        found.append(Unreadable(kind: kind, name: name, reason: error.clause))
      }
    }
    return found
  }

  /// Returns the views of the file, sorted by name, as tables without a key and without rowids.
  ///
  /// A view that SQLite cannot read, because one of its tables is missing, is left out.
  package func views() throws(DatabaseError) -> [TableSchema] {
    let rows = try connection.rows(
      "SELECT name, sql FROM sqlite_schema WHERE type = 'view' ORDER BY name"
    )
    return rows.compactMap { row in
      // Unlike the pragma, a statement that reads the view finds text in double quotes in it.
      guard case .text(let name) = row[0], case .text(let sql) = row[1],
        (try? connection.prepare("SELECT 1 FROM main.\(table: name)")) != nil,
        let (columns, _) = try? columns(of: name, isStrict: false), !columns.isEmpty
      else { return nil }
      var view = TableSchema(name: name, columns: columns, primaryKey: [], hasRowID: false)
      view.sql = sql
      return view
    }
  }

  package func objects() throws(DatabaseError) -> [SchemaObject] {
    try connection.rows("SELECT type, name, sql FROM sqlite_schema ORDER BY name").compactMap {
      guard case .text(let kind) = $0[0], case .text(let name) = $0[1] else { return nil }
      var sql = ""
      if case .text(let text) = $0[2] { sql = text }
      return SchemaObject(kind: kind, name: name, sql: sql)
    }
  }

  /// Reads the columns, keys and indexes of one table.
  ///
  /// Returns nil if the file has no table with this name.
  package func table(_ name: String) throws(DatabaseError) -> TableSchema? {
    let listed = try connection.rows(
      """
      SELECT name, wr, strict,
        (SELECT sql FROM sqlite_schema AS s WHERE s.type = 'table' AND s.name = l.name)
      FROM pragma_table_list(\(name)) AS l
      WHERE schema = 'main' AND type IN ('table', 'virtual')
      """
    )
    guard let first = listed.first, case .text(let spelled) = first[0] else { return nil }
    let isStrict = first[2] == .integer(1)
    let (columns, primaryKey) = try columns(of: spelled, isStrict: isStrict)
    var table = TableSchema(
      name: spelled,
      columns: columns,
      primaryKey: primaryKey,
      hasRowID: first[1] == .integer(0)
    )
    table.foreignKeys = try foreignKeys(of: spelled)
    table.isStrict = isStrict
    table.indexes = try indexes(of: spelled)
    if case .text(let text) = first[3] { table.sql = text }
    return table
  }

  private func columns(
    of table: String,
    isStrict: Bool
  ) throws(DatabaseError) -> ([ColumnSchema], [String]) {
    // In the column `hidden`, 0 means an ordinary column, 1 a hidden column of a virtual table, 2 a
    // virtual generated column, and 3 a stored generated column.
    let rows = try connection.rows(
      """
      SELECT name, type, "notnull", dflt_value, pk, hidden FROM pragma_table_xinfo(\(table))
      WHERE hidden <> 1 ORDER BY cid
      """
    )
    var columns: [ColumnSchema] = []
    var keyed: [(position: Int64, name: String)] = []
    for row in rows {
      guard case .text(let name) = row[0], case .text(let type) = row[1] else { continue }
      if case .integer(let position) = row[4], position > 0 { keyed.append((position, name)) }
      var column = ColumnSchema(
        name: name,
        declaredType: type.uppercased(),
        affinity: Affinity(declaredType: type, isStrict: isStrict),
        collation: Collation(ofColumn: name, table: table, on: connection.handle)
      )
      column.isNotNull = row[2] == .integer(1)
      if case .text(let text) = row[3] {
        column.defaultSQL = SchemaReader.expression(ofDefault: text)
      }
      column.generation =
        switch row[5] {
        case .integer(2): .virtual
        case .integer(3): .stored
        default: .none
        }
      columns.append(column)
    }
    return (columns, keyed.sorted { $0.position < $1.position }.map(\.name))
  }

  /// Returns the default of a column as an expression.
  ///
  /// A single name after DEFAULT is text, with any quotes or none, but a name elsewhere in SQL.
  private static func expression(ofDefault sql: String) -> String {
    var tokens = SQLTokenizer(sql)
    let token = tokens.next()
    guard tokens.next() == nil else { return sql }
    switch token {
    case .quotedName(let text): return SQLiteValue.text(text).sqlLiteral
    case .word(let word):
      let keywords = ["NULL", "TRUE", "FALSE", "CURRENT_TIME", "CURRENT_DATE", "CURRENT_TIMESTAMP"]
      let isNumber = word.utf8.first.map { (UInt8(ascii: "0")...UInt8(ascii: "9")) ~= $0 } == true
      let isValue = isNumber || keywords.contains { $0.isSameName(as: word) }
      return isValue ? sql : SQLiteValue.text(word).sqlLiteral
    default: return sql
    }
  }

  private func foreignKeys(of table: String) throws(DatabaseError) -> [ForeignKeySchema] {
    let rows = try connection.rows(
      """
      SELECT id, "table", "from", "to", on_delete
      FROM pragma_foreign_key_list(\(table)) ORDER BY id, seq
      """
    )
    var keys: [Int: (table: String, action: String, from: [String], to: [String?])] = [:]
    for row in rows {
      guard case .integer(let id) = row[0], case .text(let target) = row[1],
        case .text(let from) = row[2], case .text(let action) = row[4]
      else { continue }
      // A foreign key without column names references the primary key. In this case, SQLite returns
      // NULL in the column "to".
      var to: String?
      if case .text(let column) = row[3] { to = column }
      keys[Int(id), default: (target, action, [], [])].from.append(from)
      keys[Int(id)]?.to.append(to)
    }
    var result: [ForeignKeySchema] = []
    for (id, key) in keys.sorted(by: { $0.key < $1.key }) {
      var referenced = key.to.compactMap { $0 }
      if referenced.count != key.from.count {
        referenced = try columns(of: key.table, isStrict: true).1
      }
      result.append(
        ForeignKeySchema(
          id: id,
          columns: key.from,
          referencedTable: key.table,
          referencedColumns: referenced,
          onDelete: ReferenceAction(rawValue: key.action.uppercased()) ?? .noAction
        )
      )
    }
    return result
  }

  private func indexes(of table: String) throws(DatabaseError) -> [IndexSchema] {
    let rows = try connection.rows(
      """
      SELECT l.name, l."unique", l.partial, l.origin, x.name
      FROM pragma_index_list(\(table)) AS l, pragma_index_xinfo(l.name) AS x
      WHERE x.key = 1 ORDER BY l.name, x.seqno
      """
    )
    var indexes: [IndexSchema] = []
    for row in rows {
      guard case .text(let name) = row[0] else { continue }
      var column: String?
      if case .text(let text) = row[4] { column = text }
      if let last = indexes.indices.last, indexes[last].name.hasSameBytes(as: name) {
        indexes[last].columns.append(column)
        continue
      }
      indexes.append(
        IndexSchema(
          name: name,
          columns: [column],
          isUnique: row[1] == .integer(1),
          isPartial: row[2] == .integer(1),
          isImplicit: row[3] != .text("c")
        )
      )
    }
    return indexes
  }
}

extension Collation {
  fileprivate init(ofColumn column: String, table: String, on handle: OpaquePointer) {
    var name: UnsafePointer<CChar>?
    let result = sqlite3_table_column_metadata(
      handle,
      "main",
      table,
      column,
      nil,
      &name,
      nil,
      nil,
      nil
    )
    self =
      result == SQLITE_OK ? name.map { Collation(name: String(cString: $0)) } ?? .binary : .binary
  }
}
