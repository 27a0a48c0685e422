/// Reads the columns and constraints of a CREATE TABLE statement for ``CanonicalTable``.
struct TableConstraints {
  private let table: ByteText
  private let columns: [String]
  private let tables: [TableSchema]
  /// The keys, checks and references that were read, of the table and of its columns.
  private(set) var constraints: [[ByteText]] = []

  init(table: String, columns: [String], tables: [TableSchema]) {
    (self.table, self.columns, self.tables) = (ByteText(foldingCaseOf: table), columns, tables)
  }

  static func isConstraint(_ item: [SQLToken]) -> Bool {
    ["CONSTRAINT", "PRIMARY", "UNIQUE", "CHECK", "FOREIGN"].contains {
      item.first?.isWord($0) == true
    }
  }

  /// Reads one of the items between the commas.
  ///
  /// - Returns: The canonical form of a column. Empty for constraints of the table. It is nil if
  ///   the item contains an unknown part.
  mutating func read(_ item: [SQLToken]) -> [ByteText]? {
    var cursor = TokenCursor(item)
    guard !Self.isConstraint(item) else {
      while cursor.current != nil {
        guard readConstraint(&cursor, ofColumn: nil) else { return nil }
      }
      return []
    }
    guard let name = cursor.takeName() else { return nil }
    let column = ByteText(foldingCaseOf: name)
    var parts = [column] + type(&cursor)
    var facts: [[ByteText]] = []
    while cursor.current != nil {
      if readConstraint(&cursor, ofColumn: column) { continue }
      guard let fact = columnFact(&cursor) else { return nil }
      if !fact.isEmpty { facts.append(fact) }
    }
    for fact in facts.sorted(by: { $0.lexicographicallyPrecedes($1) }) { parts += ["|"] + fact }
    return parts
  }

  private func type(_ cursor: inout TokenCursor) -> [ByteText] {
    let ends = [
      "CONSTRAINT", "DEFAULT", "NULL", "NOT", "PRIMARY", "UNIQUE", "CHECK", "REFERENCES", "COLLATE",
      "GENERATED", "AS",
    ]
    var parts: [ByteText] = []
    while let token = cursor.current, !ends.contains(where: { token.isWord($0) }) {
      parts.append(name(token))
      _ = cursor.takeToken()
    }
    return parts
  }

  // MARK: - Constraints of a column

  /// Returns a constraint that only a column has. Empty if it is what SQLite does without it. The
  /// result is nil if the next token begins no such constraint.
  private func columnFact(_ cursor: inout TokenCursor) -> [ByteText]? {
    if cursor.take("NULL") {
      _ = conflict(&cursor)
      return []
    }
    if cursor.take("NOT", "NULL") { return ["not null"] + conflict(&cursor) }
    if cursor.take("COLLATE") {
      guard let name = cursor.takeName() else { return nil }
      return name.isSameName(as: "BINARY") ? [] : ["collate", ByteText(foldingCaseOf: name)]
    }
    if cursor.take("DEFAULT") {
      return defaultValue(&cursor).map { $0.isEmpty ? [] : ["default"] + $0 }
    }
    guard cursor.take("GENERATED", "ALWAYS", "AS") || cursor.take("AS"),
      let group = cursor.takeGroup()
    else { return nil }
    let isStored = cursor.take("STORED")
    if !isStored { _ = cursor.take("VIRTUAL") }
    return [isStored ? "stored" : "virtual"] + expression(group)
  }

  /// Returns the value of DEFAULT. Empty for NULL.
  private func defaultValue(_ cursor: inout TokenCursor) -> [ByteText]? {
    if let group = cursor.takeGroup() { return value(TokenCursor.withoutBrackets(group)) }
    var tokens: [SQLToken] = []
    if let sign = cursor.current, sign.isSymbol("+") || sign.isSymbol("-") {
      tokens.append(sign)
      _ = cursor.takeToken()
    }
    if let number = Self.number(&cursor) { return value(tokens + number) }
    guard let token = cursor.takeToken() else { return nil }
    tokens.append(token)
    // The letter before the digits of a BLOB is a token of its own.
    if token.isWord("X"), case .string? = cursor.current, let digits = cursor.takeToken() {
      tokens.append(digits)
    }
    return value(tokens)
  }

  /// Takes a number, whose point and exponent are tokens of their own.
  private static func number(_ cursor: inout TokenCursor) -> [SQLToken]? {
    var tokens: [SQLToken] = []
    var mayHaveSign = false
    while let token = cursor.current {
      switch token {
      case .symbol("."): mayHaveSign = false
      case .symbol("+"), .symbol("-"):
        guard mayHaveSign else { return tokens.isEmpty ? nil : tokens }
        mayHaveSign = false
      case .word(let word):
        let isExponent = word.dropFirst().allSatisfy(\.isNumber) && word.lowercased().hasPrefix("e")
        guard word.first?.isNumber == true || (!tokens.isEmpty && isExponent) else {
          return tokens.isEmpty ? nil : tokens
        }
        mayHaveSign = word.lowercased().hasSuffix("e") && !word.lowercased().hasPrefix("0x")
      default: return tokens.isEmpty ? nil : tokens
      }
      tokens.append(token)
      _ = cursor.takeToken()
    }
    return tokens.isEmpty ? nil : tokens
  }

  private func value(_ tokens: [SQLToken]) -> [ByteText] {
    var tokens = tokens
    if tokens.count > 1, tokens[0].isSymbol("+"), case .word(let word) = tokens[1],
      word.first?.isNumber == true
    {
      tokens.removeFirst()
    }
    guard tokens.count == 1, let name = tokens[0].name else { return expression(tokens) }
    guard case .word(let word) = tokens[0] else { return [ByteText("'" + name)] }
    if word.isSameName(as: "NULL") { return [] }
    let constants = ["TRUE", "FALSE", "CURRENT_TIME", "CURRENT_DATE", "CURRENT_TIMESTAMP"]
    let isConstant =
      word.first?.isNumber == true || constants.contains { word.isSameName(as: $0) }
    // SQLite takes any other word for a text.
    return [isConstant ? ByteText(foldingCaseOf: word) : ByteText("'" + word)]
  }

  // MARK: - Constraints of a table

  /// Reads a constraint that a column can have too. Returns false if none follows.
  ///
  /// - Parameter column: The column that has the constraint, or nil for the table.
  private mutating func readConstraint(
    _ cursor: inout TokenCursor,
    ofColumn column: ByteText?
  ) -> Bool {
    var label: ByteText = ""
    if cursor.take("CONSTRAINT") {
      guard let name = cursor.takeName() else { return false }
      label = ByteText(name)
      // Before a constraint that only a column has, a name means nothing.
      if cursor.current == nil { return true }
    }
    if cursor.take("PRIMARY", "KEY") {
      return readKey(&cursor, kind: "primary key", column: column)
    }
    if cursor.take("UNIQUE") { return readKey(&cursor, kind: "unique", column: column) }
    if cursor.take("CHECK") {
      guard let group = cursor.takeGroup() else { return false }
      _ = conflict(&cursor)
      // A message about a refused row contains the name of the check.
      constraints.append(["check", label] + expression(group))
      return true
    }
    if let column, cursor.take("REFERENCES") { return readReference(&cursor, own: [column]) }
    if column == nil, cursor.take("FOREIGN", "KEY") {
      guard let group = cursor.takeGroup(), cursor.take("REFERENCES") else { return false }
      return readReference(
        &cursor,
        own: group.compactMap(\.name).map { ByteText(foldingCaseOf: $0) }
      )
    }
    return false
  }

  private mutating func readKey(
    _ cursor: inout TokenCursor,
    kind: ByteText,
    column: ByteText?
  ) -> Bool {
    var parts = [kind]
    if let column {
      parts.append(column)
      // Unlike in a constraint of the table, such a column is no alias of the rowid.
      if cursor.take("DESC") { parts.append("desc beside the column") }
      _ = cursor.take("ASC")
      let action = conflict(&cursor)
      if cursor.take("AUTOINCREMENT") { parts.append("autoincrement") }
      parts += action
    } else {
      guard let group = cursor.takeGroup() else { return false }
      var isNumbered = false
      for item in TokenCursor.items(of: group) {
        parts += item.enumerated().compactMap { place, token in
          if place > 0, token.isWord("AUTOINCREMENT") { isNumbered = true }
          let isDefault = token.isWord("ASC") || token.isWord("AUTOINCREMENT")
          return place > 0 && isDefault ? nil : name(token)
        }
      }
      if isNumbered { parts.append("autoincrement") }
      parts += conflict(&cursor)
    }
    constraints.append(parts)
    return true
  }

  private mutating func readReference(
    _ cursor: inout TokenCursor,
    own: [ByteText]
  ) -> Bool {
    guard let target = cursor.takeName() else { return false }
    var referenced = cursor.takeGroup()?.compactMap(\.name) ?? []
    if referenced.isEmpty {
      referenced = tables.first { $0.name.isSameName(as: target) }?.primaryKey ?? []
    }
    var actions: [ByteText] = []
    while true {
      if cursor.take("ON") {
        guard let event = cursor.takeName(), let action = cursor.takeName() else { return false }
        let isPair = action.isSameName(as: "NO") || action.isSameName(as: "SET")
        let second = isPair ? cursor.takeName() ?? "" : ""
        guard !action.isSameName(as: "NO") else { continue }
        actions.append(ByteText(foldingCaseOf: "on \(event) \(action) \(second)"))
      } else if cursor.take("MATCH") {
        _ = cursor.takeName()
      } else if cursor.take("NOT", "DEFERRABLE") {
        _ = cursor.take("INITIALLY", "DEFERRED") || cursor.take("INITIALLY", "IMMEDIATE")
      } else if cursor.take("DEFERRABLE") {
        if cursor.take("INITIALLY", "DEFERRED") { actions.append("deferred") }
        _ = cursor.take("INITIALLY", "IMMEDIATE")
      } else {
        break
      }
    }
    let columns = referenced.map { ByteText(foldingCaseOf: $0) }
    constraints.append(
      ["reference"] + own + ["to", ByteText(foldingCaseOf: target)] + columns + actions.sorted()
    )
    return true
  }

  // MARK: - Parts

  /// Reads ON CONFLICT. ABORT is what SQLite does without it.
  private func conflict(_ cursor: inout TokenCursor) -> [ByteText] {
    guard cursor.take("ON", "CONFLICT"), let action = cursor.takeName(),
      !action.isSameName(as: "ABORT")
    else { return [] }
    return ["on conflict", ByteText(foldingCaseOf: action)]
  }

  /// Returns a token that is a name or part of a type.
  private func name(_ token: SQLToken) -> ByteText {
    if case .symbol(let text) = token { return ByteText(text) }
    return ByteText(foldingCaseOf: token.name ?? "")
  }

  /// Returns the tokens of an expression. A text in double quotes that is the name of no column is
  /// a string, whose case counts.
  private func expression(_ tokens: [SQLToken]) -> [ByteText] {
    TokenCursor.withoutBrackets(tokens).map { token in
      switch token {
      case .string(let text): return ByteText("'" + text)
      case .quotedName(let text):
        let isName =
          ByteText(foldingCaseOf: text) == table || columns.contains { $0.isSameName(as: text) }
        return isName ? name(token) : ByteText("'" + text)
      case .word, .symbol: return name(token)
      }
    }
  }
}
