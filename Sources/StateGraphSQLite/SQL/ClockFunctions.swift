/// The SQL functions that return the current time, if they are called in one of two ways.
///
/// They then have the argument `'now'`, or lack the argument that is the time
/// (<https://sqlite.org/lang_datefunc.html>).
enum ClockFunctions {
  /// The number of arguments from which on a call contains a time. By name, in lower case.
  private static let argumentCounts: [ByteText: Int] = [
    "date": 1, "time": 1, "datetime": 1, "julianday": 1, "unixepoch": 1, "strftime": 2,
    "timediff": 2,
  ]

  static func contains(_ name: String) -> Bool {
    argumentCounts[ByteText(foldingCaseOf: name)] != nil
  }

  /// Returns whether a statement that calls one of these functions reads the current time.
  ///
  /// - Parameters:
  ///   - tokens: The tokens of the statement and of its views.
  ///   - sql: The statement, with its bound values.
  static func readTime(_ tokens: [SQLToken], _ sql: SQL) -> Bool {
    let values = sql.bindings + sql.lists.flatMap(\.list.values)
    let isBound = values.contains { if case .text(let text) = $0 { isNow(text) } else { false } }
    return isBound || tokens.contains(where: isNow)
      || tokens.indices.contains { lacksTime(tokens[$0...]) }
  }

  private static func isNow(_ token: SQLToken) -> Bool {
    switch token {
    // SQLite may take a name in double quotes for a string.
    case .string(let text), .quotedName(let text): isNow(text)
    default: false
    }
  }

  private static func isNow(_ text: String) -> Bool { text.isSameName(as: "now") }

  /// Returns whether the tokens begin with a call of one of these functions that has too few
  /// arguments to contain a time.
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
