import StateGraphFormats
import StateGraphSQLite

extension InferredTable {
  /// Returns the SQL statements that create the table and the indexes for its foreign keys.
  /// Comments in the SQL give the reasons for keys, types and references.
  ///
  /// - Parameter names: The names of all tables, and of the indexes that earlier calls have named.
  ///   This method adds the names of the new indexes, so that all names differ.
  func createSQL(besides names: inout [String]) -> String {
    var lines: [(SQL, String?)] = []
    let isAlone = key.count == 1
    for column in columns {
      let isKey = isAlone && key[0].isSameName(as: column.name)
      lines.append((sql(of: column, isKey: isKey), comment(on: column, isKey: isKey)))
    }
    if !isAlone { lines.append(("PRIMARY KEY (\(columns: key))", keyNote)) }
    for reference in references where reference.columns.count > 1 {
      lines.append(
        (
          """
          FOREIGN KEY (\(columns: reference.columns)) REFERENCES \(table: reference.table) \
          (\(columns: reference.referencedColumns))
          """, reference.note
        )
      )
    }
    var text = notes.map { "-- \(commentText($0))\n" }.joined()
    text += ("CREATE TABLE \(table: name) (" as SQL).text + "\n"
    for (index, line) in lines.enumerated() {
      if let comment = line.1, !comment.isEmpty { text += "  -- \(commentText(comment))\n" }
      text += "  " + line.0.text + (index == lines.count - 1 ? "\n" : ",\n")
    }
    text += isJoin ? ") STRICT, WITHOUT ROWID;\n" : ") STRICT;\n"
    for reference in references
    where !Array(key.prefix(reference.columns.count))
      .elementsEqual(reference.columns)
    {
      var index = ([name] + reference.columns).joined(separator: "_")
      while names.contains(where: { $0.isSameName(as: index) }) { index += "_index" }
      names.append(index)
      let sql: SQL =
        "CREATE INDEX \(table: index) ON \(table: name) (\(columns: reference.columns));"
      text += sql.text + "\n"
    }
    return text
  }

  private func sql(of column: Column, isKey: Bool) -> SQL {
    var sql: SQL = "\(column: column.name) \(SQL(text: column.type.sql))"
    if isKey { sql.append(" PRIMARY KEY") }
    if isNotNull(column) { sql.append(" NOT NULL") }
    if column.type.isBoolean { sql.append(" CHECK (\(column: column.name) IN (0, 1))") }
    if let reference = references.first(where: { $0.isOf([column.name]) }) {
      sql.append(
        " REFERENCES \(table: reference.table) (\(columns: reference.referencedColumns))"
      )
    }
    return sql
  }

  private func comment(on column: Column, isKey: Bool) -> String? {
    var parts: [String] = []
    if isKey, !keyNote.isEmpty { parts.append("key: " + keyNote) }
    if let obstacle = column.type.obstacle {
      parts.append("\(column.type.sql): \(obstacle.reason) (\(Self.place(obstacle.place)))")
    }
    if column.type.isBoolean { parts.append("true and false as 1 and 0") }
    if ["INTEGER", "REAL"].contains(column.type.sql), !column.type.isBoolean,
      let clock = column.profile?.dates.clock
    {
      parts.append(
        "probably \(clock.words): query --dates \(column.name)=\(clock.rawValue) prints dates"
      )
    }
    if column.holdsJSON { parts.append("objects and arrays as JSON text") }
    if !column.isMade, column.profile?.valueCount == 0 {
      parts.append("no record has a value")
    }
    if let reference = references.first(where: { $0.isOf([column.name]) }),
      !reference.note.isEmpty
    {
      parts.append("references \(reference.table) " + reference.note)
    }
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }

  /// Returns a position such as `zips.csv:14:3`, with the name of the file but not its folders. The
  /// generated SQL therefore does not depend on the folder of the inputs.
  private static func place(_ place: InputPlace) -> String {
    let name = place.file.split(separator: "/").last.map { String($0) } ?? place.file
    return "\(name):\(place.line):\(place.column)"
  }
}
