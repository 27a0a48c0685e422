import StateGraphFormats
import StateGraphSQLite

/// The SQL that replaces a table by a new one with the same rows, for a change that ALTER TABLE
/// cannot make (<https://sqlite.org/lang_altertable.html#otheralter>).
struct TableRebuild {
  let from: TableSchema
  let to: TableSchema
  let text: TableText
  /// The name that the new table has until the rows are copied and the old table is dropped.
  let temporary: String

  var sql: String {
    let columns = copied
    let names = columns.map(\.name).joined(separator: ", ")
    let values = columns.map(\.value).joined(separator: ", ")
    let (old, new) = (Identifier(from.name).quoted, Identifier(temporary).quoted)
    let copy =
      columns.isEmpty ? "" : "INSERT INTO \(new) (\(names)) SELECT \(values) FROM \(old);\n"
    return remarks.map { "-- \($0)\n" }.joined() + """
      CREATE TABLE \(new) \(text.body);
      \(copy)\(keptNumber)DROP TABLE \(old);
      ALTER TABLE \(new) RENAME TO \(Identifier(to.name).quoted);
      """
  }

  /// The SQL that copies the largest number that AUTOINCREMENT has used. SQLite forgets it with the
  /// old table, and would otherwise use the numbers of deleted rows again.
  private var keptNumber: String {
    guard from.isNumberedOnce, to.isNumberedOnce else { return "" }
    let sql: SQL = """
      DELETE FROM sqlite_sequence WHERE name = \(temporary);
      INSERT INTO sqlite_sequence (name, seq)
      SELECT \(temporary), seq FROM sqlite_sequence WHERE name = \(from.name);

      """
    return sql.inlined.text
  }

  /// One element for each column that the copy of the rows fills: the quoted name of the new
  /// column, and the old column or value that fills it.
  private var copied: [(name: String, value: String)] {
    var columns = to.columns.filter { $0.generation == .none }.compactMap {
      column -> (name: String, value: String)? in
      let name = Identifier(column.name).quoted
      if let old = from.column(column.name) {
        return (name: name, value: Identifier(old.name).quoted)
      }
      return needsValue(column) ? (name: name, value: "NULL") : nil
    }
    // The rowid is copied too, because other tables, such as an index for full-text search, can
    // refer to it.
    if !columns.isEmpty, from.hasRowID, to.hasRowID, !from.hasRowIDAsKey, !to.hasRowIDAsKey,
      let old = from.rowIDName, let new = to.rowIDName
    {
      columns.insert((name: new, value: old), at: 0)
    }
    return columns
  }

  private func needsValue(_ column: ColumnSchema) -> Bool {
    column.isNotNull && column.defaultSQL == nil && column.generation == .none
      && !(to.hasRowIDAsKey && to.primaryKey.contains { $0.isSameName(as: column.name) })
  }

  /// What the user must check before the table is replaced, as sentences. They become comments of
  /// the SQL.
  private var remarks: [String] {
    let table = printable(from.name)
    var remarks = ["Creates \(table) anew and copies its rows."]
    let gone = from.columns.filter { to.column($0.name) == nil && $0.generation == .none }
    let new = to.columns.filter { from.column($0.name) == nil && $0.generation == .none }
    if from.isNumberedOnce, !to.isNumberedOnce {
      remarks.append("Without AUTOINCREMENT, the numbers of deleted rows can be used again.")
    }
    for column in gone {
      remarks.append("The values of column \(printable(column.name)) are deleted.")
    }
    if let one = gone.first, let other = new.first {
      remarks.append(
        "If \(printable(one.name)) is now \(printable(other.name)), use ALTER TABLE … RENAME "
          + "COLUMN."
      )
    }
    for column in new where needsValue(column) {
      remarks.append(
        "Column \(printable(column.name)) is NOT NULL without a default: replace NULL in the "
          + "INSERT by the value of existing rows."
      )
    }
    for column in to.columns {
      guard let old = from.column(column.name) else { continue }
      if column.isNotNull, !old.isNotNull {
        remarks.append("Rows with NULL in column \(printable(column.name)) are refused.")
      }
      if column.affinity != old.affinity {
        remarks.append(
          "The type of column \(printable(column.name)) changes: check that its values fit."
        )
      }
    }
    return remarks
  }
}

extension TableSchema {
  /// Whether the key is AUTOINCREMENT, by which SQLite uses no number twice.
  fileprivate var isNumberedOnce: Bool {
    SQLTokenizer(sql).contains { $0.isSame(as: .word("AUTOINCREMENT")) }
  }
}
