/// The tables in which an INSERT or UPDATE can replace an old row without the word REPLACE.
///
/// Two causes are an ON CONFLICT REPLACE in the table's definition, and a trigger that replaces
/// rows. Both are found in the SQL text of the schema. In case of doubt, a table is included.
struct Replacements {
  /// The tables whose definition contains ON CONFLICT REPLACE. Their names are in lower case.
  private var tables: Set<ByteText> = []
  /// The tables and views with a trigger that replaces rows. Their names are in lower case.
  private var triggering: Set<ByteText> = []

  init(_ connection: Connection) throws(DatabaseError) {
    let rows = try connection.rows(
      """
      SELECT type = 'table', tbl_name, sql FROM main.sqlite_schema
      WHERE type IN ('table', 'trigger') AND sql LIKE '%replace%'
      """
    )
    for row in rows {
      guard case .text(let name) = row[1], case .text(let sql) = row[2] else { continue }
      if row[0] == .integer(1) {
        let words = BareWords(sql, inBrackets: true)
        if words.contains(["ON", "CONFLICT", "REPLACE"]) {
          tables.insert(ByteText(foldingCaseOf: name))
        }
      } else if BareWords(sql).replaceRows {
        triggering.insert(ByteText(foldingCaseOf: name))
      }
    }
  }

  var isAnyTable: Bool { !tables.isEmpty }

  func areDeclared(in table: String) -> Bool { tables.contains(ByteText(foldingCaseOf: table)) }

  func fire(onChangeOf table: String) -> Bool {
    triggering.contains(ByteText(foldingCaseOf: table))
  }
}

extension BareWords {
  /// Whether the SQL contains OR REPLACE or REPLACE INTO. New rows can then replace old rows.
  var replaceRows: Bool { contains(["OR", "REPLACE"]) || contains(["REPLACE", "INTO"]) }
}
