/// The SQL functions for dates and times, which can return the current time.
///
/// A call returns the current time if an argument is `'now'`, or if the time argument is missing,
/// as in `date()` (<https://sqlite.org/lang_datefunc.html>).
enum ClockFunctions {
  /// For each function, the smallest number of arguments with which a call has a time argument. For
  /// example, the number for `strftime` is 2, because its first argument is a format.
  private static let argumentCounts: [ByteText: Int] = [
    "date": 1, "time": 1, "datetime": 1, "julianday": 1, "unixepoch": 1, "strftime": 2,
    "timediff": 2,
  ]

  static func contains(_ name: String) -> Bool {
    argumentCounts[ByteText(foldingCaseOf: name)] != nil
  }

  /// Returns whether a statement that calls one of these functions may read the current time.
  ///
  /// - Parameters:
  ///   - tokens: The tokens of the statement and of its views.
  ///   - sql: The statement, with its bound values.
  static func readTime(_ tokens: [SQLToken], sql: SQL) -> Bool {
    let values = sql.bindings + sql.lists.flatMap(\.list.values)
    let isBound = values.contains { if case .text(let text) = $0 { isNow(text) } else { false } }
    return isBound || tokens.contains(where: isNow)
      || tokens.indices.contains { lacksTime(tokens[$0...]) }
  }

  private static func isNow(_ token: SQLToken) -> Bool {
    switch token {
    // SQLite can interpret a name in double quotes as a string.
    case .string(let text), .quotedName(let text): isNow(text)
    default: false
    }
  }

  private static func isNow(_ text: String) -> Bool { text.isSameName(as: "now") }

  /// Returns whether the tokens begin with a call without a time argument, such as
  /// `strftime('%Y')`.
  private static func lacksTime(_ tokens: ArraySlice<SQLToken>) -> Bool {
    guard case .word(let name)? = tokens.first,
      let required = argumentCounts[ByteText(foldingCaseOf: name)],
      case .symbol("(")? = tokens.dropFirst().first
    else { return false }
    var (depth, count, isEmpty) = (0, 1, true)
    for token in tokens.dropFirst(2) {
      switch token {
      case .symbol(")") where depth == 0: return (isEmpty ? 0 : count) < required
      case .symbol("("): depth += 1
      case .symbol(")"): depth -= 1
      case .symbol(",") where depth == 0: count += 1
      default: break
      }
      isEmpty = false
    }
    return false
  }
}
