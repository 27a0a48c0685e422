extension TableComparison {
  mutating func compare(_ column: ColumnDefinition) {
    guard let found = table?.column(column.name) else {
      differ(column.name, what: "the file has no such column", isBreaking: true)
      proposeAdding(column)
      return
    }
    let wantedText = describe(column)
    let foundText = describe(found)
    if !wantedText.hasSameBytes(as: foundText) {
      differ(
        column.name,
        what: "the type says \(wantedText), the file says \(foundText)",
        isBreaking: isBreaking(column, found: found)
      )
      leave(because: "A column cannot be changed in place. \(Self.rebuild)")
    }
    if let check = column.check, let table,
      !table.sql.normalizedSQL.contains("CHECK (\(check.inlined.text))".normalizedSQL)
    {
      differ(
        column.name,
        what: "the file does not check it as the type declares",
        isBreaking: false
      )
      leave(because: "A check cannot be added in place. \(Self.rebuild)")
    }
  }

  /// Reports columns of the file that the Swift type does not declare.
  ///
  /// Such a column is a difference only if every INSERT must give a value for it, because the
  /// inserts of this library give none.
  mutating func compareExtraColumns() {
    guard let table else { return }
    for column in table.columns where definition.column(column.name) == nil && !column.isOptional {
      // SQLite chooses the rowid of a new row. An INSERT therefore needs no value for this column.
      guard !table.isRowIDAlias(column) else { continue }
      differ(
        column.name,
        what: "the type does not know it, and the file wants a value in every row",
        isBreaking: true
      )
      leave(because: "Declare it, or give it a default. \(Self.rebuild)")
    }
  }

  private mutating func proposeAdding(_ column: ColumnDefinition) {
    if let reason = reasonAgainstAdding(column) { return leave(because: reason) }
    propose([
      "ALTER TABLE \(table: definition.name) ADD COLUMN \(definition.addedColumnSQL(column))"
    ])
  }

  /// Returns the reason why ADD COLUMN cannot add the column. Returns nil if ADD COLUMN can add it.
  ///
  /// SQLite's documentation lists the limits of ADD COLUMN
  /// (<https://sqlite.org/lang_altertable.html#altertabaddcol>).
  func reasonAgainstAdding(_ column: ColumnDefinition) -> String? {
    if definition.isKey(column.name) {
      return "A key cannot be changed in place. \(Self.rebuild)"
    }
    if column.isNotNull, column.defaultValue == nil {
      return "Rows that exist would have no value: give it a default or make it optional."
    }
    if column.defaultValue != nil, !column.hasConstantDefault {
      return "A column can be added with a constant default only. \(Self.rebuild)"
    }
    if column.reference != nil, column.isNotNull {
      return "Rows that exist would reference nothing: make it optional, or fill it first."
    }
    return nil
  }

  /// Returns whether the column in the file is unusable for the declared column.
  ///
  /// Such a column refuses values of the declared type, or returns different values.
  private func isBreaking(_ column: ColumnDefinition, found: ColumnSchema) -> Bool {
    if found.generation != .none { return true }
    // A property for any value can read each value of any column.
    if column.type == .any { return false }
    if !definition.isNotNull(column), isNotNull(found) { return true }
    // No affinity converts a BLOB.
    if column.type == .blob, table?.isStrict == false { return false }
    let wanted = Affinity(declaredType: column.type.rawValue)
    switch found.affinity {
    case wanted: return false
    // A column without a declared type stores every value unchanged. A column with a type can
    // convert or refuse a value.
    case .blob: return !found.declaredType.isEmpty
    case .numeric: return wanted != .integer && wanted != .real && !column.isNeverNumber
    default: return true
    }
  }

  private func isNotNull(_ column: ColumnSchema) -> Bool {
    column.isNotNull || table?.isRowIDAlias(column) == true
  }

  private func describe(_ column: ColumnDefinition) -> String {
    describe(
      type: column.type.rawValue,
      isNotNull: definition.isNotNull(column),
      defaultSQL: column.defaultSQL?.text,
      collation: column.collation
    )
  }

  private func describe(_ column: ColumnSchema) -> String {
    // INT and INTEGER are the same type in a STRICT table, so they are not a difference.
    let type = column.declaredType == "INT" ? "INTEGER" : column.declaredType
    return describe(
      type: type.isEmpty ? "no type" : type,
      isNotNull: isNotNull(column),
      defaultSQL: column.defaultSQL,
      collation: column.collation
    ) + (column.generation == .none ? "" : " GENERATED")
  }

  private func describe(
    type: String,
    isNotNull: Bool,
    defaultSQL: String?,
    collation: Collation
  ) -> String {
    var text = type
    if isNotNull { text += " NOT NULL" }
    if let defaultSQL = defaultSQL?.withoutBrackets, defaultSQL.uppercased() != "NULL" {
      text += " DEFAULT \(defaultSQL)"
    }
    if collation != .binary { text += " COLLATE \(collation.name ?? "of another program")" }
    return text
  }
}

extension TableSchema {
  /// Returns whether the column is another name of the rowid, SQLite's own number of a row.
  ///
  /// Such a column is never NULL, even without NOT NULL.
  fileprivate func isRowIDAlias(_ column: ColumnSchema) -> Bool {
    hasRowID && column.declaredType == "INTEGER" && primaryKey.count == 1
      && primaryKey[0].isSameName(as: column.name)
  }
}

extension String {
  /// The SQL text with one space in place of each sequence of white space.
  ///
  /// Texts that differ only in line breaks and indentation become equal.
  var normalizedSQL: ByteText {
    ByteText(split(whereSeparator: \.isWhitespace).joined(separator: " "))
  }

  /// The text without the round brackets around it.
  ///
  /// SQLite keeps such brackets in some parts of the schema and removes them in other parts. The
  /// comparison therefore ignores them.
  fileprivate var withoutBrackets: String {
    var text = Substring(normalizedSQL.string)
    while text.first == "(", text.last == ")", text.dropFirst().dropLast().isBalanced {
      text = text.dropFirst().dropLast()
    }
    return String(text)
  }
}

extension Substring {
  fileprivate var isBalanced: Bool {
    var depth = 0
    for character in self {
      if character == "(" { depth += 1 }
      if character == ")" { depth -= 1 }
      if depth < 0 { return false }
    }
    return depth == 0
  }
}
