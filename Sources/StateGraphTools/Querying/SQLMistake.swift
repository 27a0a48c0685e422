import StateGraphFormats
import StateGraphSQLite

/// Finds a common mistake in a statement that SQLite refuses, and says what to write instead.
///
/// SQLite's message names the place at which its parser stopped. The mistake is often before it.
struct SQLMistake {
  private let sql: String
  private let message: String
  private let tokens: [PlacedToken]

  init(message: String, in sql: String) {
    self.sql = sql
    self.message = message.hasSuffix(".") ? String(message.dropLast()) : message
    tokens = PlacedToken.all(in: sql)
  }

  /// A sentence that names the mistake, or nil if it is none of the common ones.
  ///
  /// - Parameter connection: A connection to the database of the statement.
  func remedy(on connection: Connection) throws(DatabaseError) -> String? {
    if let remedy = unclosed { return remedy }
    if let column = text(after: "no such column: ") { return quotedText(column) }
    if message.contains("cannot VACUUM") {
      return "Only the program sqlite3 compacts a file: sqlite3 FILE VACUUM"
    }
    guard let place = wrongToken else { return nil }
    if let remedy = doubledQuote(place) ?? operatorOfOthers(place) { return remedy }
    if let remedy = try keyword(place, on: connection) { return remedy }
    return pattern(place) ?? textWithoutQuotes(place) ?? misspelled(place)
  }

  /// The index of the token that SQLite calls wrong: `near "order": syntax error`.
  private var wrongToken: Int? {
    guard let start = text(after: "near \""), let end = start.firstRange(of: "\": syntax error")
    else { return nil }
    let near = start[..<end.lowerBound]
    return tokens.firstIndex { $0.text.utf8.elementsEqual(near.utf8) }
  }

  private func text(after mark: String) -> String? {
    message.firstRange(of: mark).map { String(message[$0.upperBound...]) }
  }

  private func token(_ index: Int) -> PlacedToken? {
    tokens.indices.contains(index) ? tokens[index] : nil
  }
}

// MARK: - Quotes

extension SQLMistake {
  private var unclosed: String? {
    if let last = tokens.last, let quote = last.openingQuote, !last.isClosed {
      let column = sql.utf8.prefix(last.start).count
      let place = String(decoding: sql.utf8.prefix(column), as: UTF8.self).count + 1
      return "The quote \(quote) at character \(place) is not closed. Within a text, write a quote "
        + "twice: 'O''Brien'"
    }
    guard message.contains("incomplete input") else { return nil }
    if let remedy = pattern(tokens.count - 1) ?? pattern(tokens.count - 2) { return remedy }
    let opened = tokens.count { $0.text == "(" } - tokens.count { $0.text == ")" }
    return opened > 0 ? "A bracket ( is not closed" : nil
  }

  /// A text in double quotes or typographic quotes, or a word after a comparison.
  private func quotedText(_ column: String) -> String? {
    // Later versions of SQLite repeat the double quotes.
    let name =
      column.hasPrefix("\"")
      ? String(column.dropFirst().prefix { $0 != "\"" }) : column
    let typographic = ["‘", "’", "“", "”", "„", "«"]
    if typographic.contains(where: name.hasPrefix) {
      return "SQL has no typographic quotes. Write a text in straight single quotes: 'Ada'"
    }
    guard
      let place = tokens.firstIndex(where: { token in
        token.name.map { $0 == name || name.hasSuffix(".\($0)") } == true
      })
    else { return nil }
    if tokens[place].openingQuote == "\"" {
      return "Double quotes contain a name. Write a text in single quotes: \(literal(name))"
    }
    guard isValue(before: place) else { return nil }
    return "If \(printable(name)) is a text, write it in single quotes: \(literal(name))"
  }

  /// The name as a text of SQL, if it is short enough to repeat.
  private func literal(_ name: String) -> String {
    let isPlain = name.utf8.count <= 40 && !name.unicodeScalars.contains { $0.value < 32 }
    return isPlain ? "'\(name.replacing("'", with: "''"))'" : "'Ada'"
  }

  /// Whether a value stands at this place: after a comparison, or in a list of values.
  private func isValue(before place: Int) -> Bool {
    guard let before = token(place - 1)?.text.uppercased() else { return false }
    if ["=", "<", ">", "LIKE", "GLOB", "BETWEEN", "IS", "NOT"].contains(before) { return true }
    guard ["(", ","].contains(before) else { return false }
    let list = tokens[..<place].last { $0.text.isSameName(as: "VALUES") || $0.text == "IN" }
    return list != nil
  }

  /// A quote within a text ends it: 'O'Brien''s'.
  private func doubledQuote(_ place: Int) -> String? {
    guard let before = token(place - 1), before.openingQuote == "'",
      before.end == tokens[place].start
    else { return nil }
    return "A quote ends the text before \(printable(tokens[place].text)). Within a text, write it "
      + "twice: 'O''Brien'"
  }

  private func pattern(_ place: Int) -> String? {
    let near = [place, place - 1, place - 2].compactMap(token)
    let isPattern = near.contains { ["LIKE", "GLOB"].contains($0.text.uppercased()) }
    guard isPattern, !near.contains(where: { $0.openingQuote == "'" }) else { return nil }
    return "A pattern is a text in single quotes: LIKE '%gift%'"
  }

  /// A text of several words after a comparison: `name = Ada Lovelace`.
  private func textWithoutQuotes(_ place: Int) -> String? {
    guard let before = token(place - 1), before.isWord, tokens[place].isWord,
      isValue(before: place - 1)
    else { return nil }
    let name = "\(before.text) \(tokens[place].text)"
    return "If \(printable(name)) is a text, write it in single quotes: \(literal(name))"
  }
}

// MARK: - Words

extension SQLMistake {
  private func operatorOfOthers(_ place: Int) -> String? {
    let word = tokens[place].text.uppercased()
    if place == 0, ["SHOW", "DESCRIBE", "DESC"].contains(word) {
      return "SQLite lists tables by SELECT name FROM sqlite_schema, and columns by PRAGMA "
        + "table_info(name)"
    }
    return switch word {
    case "&": "Write AND for &&, and OR for ||"
    case "!": "Write NOT for !"
    case _ where token(place - 1)?.text.isSameName(as: "TOP") == true:
      "SQLite has no TOP. Write LIMIT \(tokens[place].text) at the end"
    default: nil
    }
  }

  /// A name of the database that is a keyword of SQL.
  private func keyword(
    _ place: Int,
    on connection: Connection
  ) throws(DatabaseError) -> String? {
    let word = tokens[place].text
    guard tokens[place].isWord else { return nil }
    let names = try UnknownName.objects(on: connection)
    let columns = try UnknownName.columns(of: names, on: connection)
    guard (names + columns).contains(where: { $0.isSameName(as: word) }) else { return nil }
    // Only a keyword cannot be the name of a result column.
    do throws(DatabaseError) {
      _ = try connection.prepare("SELECT 1 AS " + SQL.raw(word))
      return nil
    } catch {
      return
        "\(word) is a keyword of SQL. As a name, write it in square brackets or double quotes: "
        + "[\(word)]"
    }
  }

  private static let keywords = [
    "SELECT", "FROM", "WHERE", "ORDER", "GROUP", "BY", "HAVING", "LIMIT", "OFFSET", "DISTINCT",
    "INSERT", "INTO", "VALUES", "UPDATE", "DELETE", "CREATE", "TABLE", "INDEX", "JOIN", "UNION",
    "BETWEEN", "LIKE", "EXISTS", "EXPLAIN", "PRAGMA", "REPLACE", "ALTER",
  ]

  private func misspelled(_ place: Int) -> String? {
    let word = tokens[place].text
    guard tokens[place].isWord, !SQLMistake.keywords.contains(where: { $0.isSameName(as: word) })
    else { return nil }
    return FoldedName.nearest(to: word, among: SQLMistake.keywords).map { "Did you mean \($0)?" }
  }
}

/// A token of a statement with its place.
private struct PlacedToken {
  /// The token as the statement has it, with its quotes.
  let text: String
  /// The offsets in bytes.
  let start: Int
  let end: Int
  /// The name or the text without quotes, or nil for a symbol.
  let name: String?
  let isWord: Bool

  /// The quote with which the token begins, or nil for a word or a symbol.
  var openingQuote: String? {
    text.first.flatMap { "'\"`[".contains($0) ? String($0) : nil }
  }

  /// Whether a token with quotes has its closing quote.
  var isClosed: Bool {
    guard let first = text.utf8.first, text.utf8.count > 1 else { return false }
    if first == UInt8(ascii: "[") { return text.utf8.last == UInt8(ascii: "]") }
    // The quotes of a complete token are even: each one within it is doubled.
    return text.utf8.count { $0 == first }.isMultiple(of: 2)
  }

  static func all(in sql: String) -> [PlacedToken] {
    var tokenizer = SQLTokenizer(sql)
    let bytes = Array(sql.utf8)
    var tokens: [PlacedToken] = []
    while let token = tokenizer.next() {
      let start = bytes.count - tokenizer.tokenByteCount
      let end = bytes.count - tokenizer.remainingByteCount
      let isWord = if case .word = token { true } else { false }
      tokens.append(
        PlacedToken(
          text: String(decoding: bytes[start..<end], as: UTF8.self),
          start: start,
          end: end,
          name: token.name,
          isWord: isWord
        )
      )
    }
    return tokens
  }
}
