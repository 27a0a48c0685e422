/// The tables in which an INSERT or UPDATE can replace an old row although the statement does not
/// contain the word REPLACE.
///
/// There are two causes: ON CONFLICT REPLACE in the table's definition, and a trigger that replaces
/// rows. This type finds both in the SQL text of the schema. In case of doubt, it includes a table.
struct Replacements {
  /// The names of the tables whose definition contains ON CONFLICT REPLACE, in lower case.
  private var tables: Set<ByteText> = []
  /// The names of the tables and views with a trigger that replaces rows, in lower case.
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
