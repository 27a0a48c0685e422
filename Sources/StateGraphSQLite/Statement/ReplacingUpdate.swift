/// The table that an `UPDATE OR REPLACE` changes, found by the words of the statement.
///
/// SQLite keeps the values of the changed row while it deletes the rows that the row replaces. If a
/// foreign key with ON DELETE SET NULL changes the same row meanwhile, SQLite overwrites that
/// change. The row then refers to a deleted row, and an index of the column may not contain the row
/// any more.
struct ReplacingUpdate {
  let table: String

  /// Returns nil if the statement is no `UPDATE OR REPLACE`.
  init?(_ sql: String) {
    var tokens = SQLTokenizer(sql)
    // Nearly every statement ends here, and only its first words are read.
    guard ReplacingUpdate.skipToUpdate(&tokens), ReplacingUpdate.next(&tokens, is: "OR"),
      ReplacingUpdate.next(&tokens, is: "REPLACE"), var name = ReplacingUpdate.name(tokens.next())
    else { return nil }
    if case .symbol(".") = tokens.next(), let second = ReplacingUpdate.name(tokens.next()) {
      name = second
    }
    table = name
  }

  /// Skips WITH and the queries that it names, up to UPDATE. Returns false for another statement.
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

  /// The name in a token. SQLite accepts a string in single quotes as a name too.
  private static func name(_ token: SQLToken?) -> String? {
    switch token {
    case .word(let name), .quotedName(let name), .string(let name): name
    default: nil
    }
  }
}
