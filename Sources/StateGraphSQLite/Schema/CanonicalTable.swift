/// A CREATE TABLE statement in the one form that all its spellings have in common.
///
/// `x INTEGER DEFAULT (0) UNIQUE NULL` and `"X" integer DEFAULT 0, UNIQUE (x)` have the same form.
/// A comparison of schemas therefore proposes no copy of a table for another spelling.
struct CanonicalTable: Equatable {
  /// One element for each column: its name, its type, and the constraints that only a column has.
  private var columns: [[ByteText]] = []
  /// The keys, checks and references of the table, and of its columns, in a fixed order.
  private var constraints: [[ByteText]] = []
  /// The options after the columns, such as STRICT, in a fixed order.
  private let options: [ByteText]

  /// Reads a statement. Returns nil if it does not create an ordinary table, or contains a part
  /// that this type does not know.
  ///
  /// - Parameters:
  ///   - sql: The statement as SQLite stores it.
  ///   - tables: The tables of the schema. They contain the columns to which REFERENCES without
  ///     columns refers.
  init?(_ sql: String, in tables: [TableSchema]) {
    var tokens = TokenCursor(Array(SQLTokenizer(sql)))
    guard tokens.take("CREATE"), tokens.take("TABLE"), let name = tokens.takeName(),
      let body = tokens.takeGroup()
    else { return nil }
    options = tokens.rest.split { $0.isSymbol(",") }
      .map { ByteText(foldingCaseOf: $0.compactMap(\.name).joined(separator: " ")) }.sorted()
    let items = TokenCursor.items(of: body)
    let names = items.compactMap { TableConstraints.isConstraint($0) ? nil : $0.first?.name }
    var reader = TableConstraints(table: name, columns: names, tables: tables)
    for item in items {
      guard let column = reader.read(item) else { return nil }
      if !column.isEmpty { columns.append(column) }
    }
    constraints = reader.constraints.sorted { $0.lexicographicallyPrecedes($1) }
  }
}

/// A position in a list of tokens.
struct TokenCursor {
  private let tokens: [SQLToken]
  private var index = 0

  init(_ tokens: [SQLToken]) { self.tokens = tokens }

  var current: SQLToken? { index < tokens.count ? tokens[index] : nil }
  var rest: [SQLToken] { Array(tokens[index...]) }

  mutating func takeToken() -> SQLToken? {
    guard let current else { return nil }
    index += 1
    return current
  }

  /// Moves after these keywords, and returns true. Returns false if others follow.
  mutating func take(_ keywords: String...) -> Bool {
    let next = tokens[min(index, tokens.count)...].prefix(keywords.count)
    guard next.count == keywords.count, zip(next, keywords).allSatisfy({ $0.isWord($1) }) else {
      return false
    }
    index += keywords.count
    return true
  }

  mutating func takeName() -> String? {
    guard let name = current?.name else { return nil }
    index += 1
    return name
  }

  /// Returns the tokens between round brackets, and moves after them, or nil if no bracket follows.
  mutating func takeGroup() -> [SQLToken]? {
    guard current?.isSymbol("(") == true else { return nil }
    var depth = 0
    for place in index..<tokens.count {
      if tokens[place].isSymbol("(") { depth += 1 }
      if tokens[place].isSymbol(")") { depth -= 1 }
      guard depth == 0 else { continue }
      defer { index = place + 1 }
      return Array(tokens[(index + 1)..<place])
    }
    return nil
  }

  /// Splits tokens at the commas outside of round brackets.
  static func items(of tokens: [SQLToken]) -> [[SQLToken]] {
    var items: [[SQLToken]] = [[]]
    var depth = 0
    for token in tokens {
      if token.isSymbol("(") { depth += 1 }
      if token.isSymbol(")") { depth -= 1 }
      if depth == 0, token.isSymbol(",") {
        items.append([])
      } else {
        items[items.count - 1].append(token)
      }
    }
    return items
  }

  /// Removes the round brackets around all tokens.
  static func withoutBrackets(_ tokens: [SQLToken]) -> [SQLToken] {
    var cursor = TokenCursor(tokens)
    guard let inner = cursor.takeGroup(), cursor.rest.isEmpty else { return tokens }
    return withoutBrackets(inner)
  }
}
