/// The table that an `UPDATE OR REPLACE` changes, read from the words of the statement. The writer
/// uses this table to refuse such a statement where it can damage the table.
///
/// SQLite keeps the values of the updated row in memory while it deletes the rows that the updated
/// row replaces. If ON DELETE SET NULL changes the updated row meanwhile, SQLite overwrites this
/// change. The row then refers to a deleted row, and an index may lack the row.
struct ReplacingUpdate {
  let table: String

  /// Reads the SQL text of a statement. Returns nil if the statement is not an `UPDATE OR REPLACE`.
  init?(_ sql: String) {
    var tokens = SQLTokenizer(sql)
    // Most statements fail this check at their first words, so the check is cheap.
    guard ReplacingUpdate.skipToUpdate(&tokens), ReplacingUpdate.next(&tokens, is: "OR"),
      ReplacingUpdate.next(&tokens, is: "REPLACE"), var name = ReplacingUpdate.name(tokens.next())
    else { return nil }
    if case .symbol(".") = tokens.next(), let second = ReplacingUpdate.name(tokens.next()) {
      name = second
    }
    table = name
  }

  /// Reads the tokens up to the keyword UPDATE, past a WITH clause if there is one. Returns false
  /// for any other statement.
  private static func skipToUpdate(_ tokens: inout SQLTokenizer) -> Bool {
    var (depth, isFirst, isWith) = (0, true, false)
    while let token = tokens.next() {
      switch token {
      case .symbol("("): depth += 1
      case .symbol(")"): depth -= 1
      case .word(let word) where depth == 0:
        if word.isSameName(as: "UPDATE") { return true }
        if isFirst { isWith = word.isSameName(as: "WITH") }
        guard isWith else { return false }
      case .symbol(";") where isFirst: continue
      default: break
      }
      isFirst = false
    }
    return false
  }

  private static func next(_ tokens: inout SQLTokenizer, is word: String) -> Bool {
    guard case .word(let found) = tokens.next() else { return false }
    return found.isSameName(as: word)
  }

  /// Returns the name in a token. SQLite also accepts a string in single quotes as a name.
  private static func name(_ token: SQLToken?) -> String? {
    switch token {
    case .word(let name), .quotedName(let name), .string(let name): name
    default: nil
    }
  }
}
