import StateGraphSQLite

extension EntityDefinition {
  /// The table that the entity type declares, in a form that can be compared with the file's table.
  package var tableDefinition: TableDefinition {
    let keys = zip(keyColumns, keyTypes).filter { name, _ in
      !columns.contains { $0.name.isSameName(as: name) }
    }.map { ColumnDefinition($0, type: $1) }
    return TableDefinition(
      table,
      columns: keys + columns.map(\.columnDefinition),
      primaryKey: keyColumns,
      foreignKeys: references.map(\.foreignKey),
      indexes: columns.filter { needsIndex($0) }.map { IndexDefinition([$0.name]) }
        + references.compactMap(index)
        + indexes.map { definition(of: $0) },
      searchColumns: columns.filter { $0.has(.searchable) }.map(\.name),
      renamedFrom: renamedFrom.first
    )
  }

  /// Returns whether the column needs an index of its own, because it is a reference or is declared
  /// as `.indexed`.
  ///
  /// Relationships search by a reference, as does SQLite when the referenced row is deleted. No
  /// further index is needed if the column is unique, or is the first column of the primary key or
  /// of an index over several columns.
  private func needsIndex(_ column: EntityColumn) -> Bool {
    guard column.isReference || column.has(.indexed) else { return false }
    let isFirstOfIndex = completeIndexes.contains { index in
      index.columns.first.map { columnName($0).isSameName(as: column.name) } ?? false
    }
    let isFirstOfReference = references.contains { reference in
      reference.columns[0].isSameName(as: column.name) && index(of: reference) != nil
    }
    let isFirstOfKey = keyColumns.first.map { column.name.isSameName(as: $0) } ?? false
    return !column.has(.unique) && !isFirstOfIndex && !isFirstOfKey && !isFirstOfReference
  }

  /// Returns the index over the columns of a reference by several columns.
  ///
  /// Relationships search by these columns, as does SQLite when the referenced row is deleted.
  /// Returns nil if the primary key or another index begins with these columns, unless the
  /// reference is unique.
  private func index(of reference: EntityReference) -> IndexDefinition? {
    let isUnique = reference.has(.unique)
    let known = [keyColumns] + completeIndexes.map { $0.columns.map(columnName) }
    let isCovered = known.contains { names in
      names.count >= reference.columns.count
        && zip(names, reference.columns).allSatisfy { $0.isSameName(as: $1) }
    }
    return isCovered && !isUnique ? nil : IndexDefinition(reference.columns, isUnique: isUnique)
  }

  /// The declared indexes that contain all rows of the table. Indexes with a condition are left
  /// out.
  private var completeIndexes: [TableIndex] { indexes.filter { $0.condition == nil } }

  private func definition(of index: TableIndex) -> IndexDefinition {
    var definition = IndexDefinition(index.columns.map(columnName), isUnique: index.isUnique)
    guard let condition = index.condition else { return definition }
    definition.condition = SQL(text: "\(condition)")
    // An index of all rows over the same columns has another name.
    let kind = index.isUnique ? "unique" : "index"
    definition.name = ([table, "partial"] + definition.columns + [kind]).joined(separator: "_")
    return definition
  }

  /// Returns the full name of a column, given the name that the declaration of an index uses.
  ///
  /// The declaration may omit the suffix `_id` of a reference.
  private func columnName(_ written: String) -> String {
    let names = keyColumns + columns.map(\.name)
    if names.contains(where: { $0.isSameName(as: written) }) { return written }
    return names.first { $0.isSameName(as: written + "_id") } ?? written
  }
}

extension EntityColumn {
  fileprivate var columnDefinition: ColumnDefinition {
    var definition = ColumnDefinition(name, type: type, isNotNull: !isOptional)
    definition.isUnique = has(.unique)
    // JSON is a number only if the whole value is one. A write of it is then refused.
    definition.isNeverNumber = storesDate || has(.json)
    if let target = referencedTable?() {
      definition.reference = ColumnReference(table: target.table, column: target.keyColumns[0])
    }
    for option in options {
      switch option.kind {
      case .check(let condition): definition.check = SQL(text: "\(condition)")
      case .initially(let expression): definition.defaultValue = SQL(defaultText: "\(expression)")
      case .renamed(let name): definition.renamedFrom = name
      case .onDelete(let rule): definition.reference?.onDelete = rule.action
      case .mark, .timestamp: break
      }
    }
    return definition
  }

  fileprivate func has(_ mark: ColumnOption.Mark) -> Bool {
    options.contains { if case .mark(mark) = $0.kind { true } else { false } }
  }
}

extension EntityReference {
  fileprivate var foreignKey: ForeignKeyDefinition {
    let target = referencedTable()
    return ForeignKeyDefinition(
      columns: columns,
      table: target.table,
      referencedColumns: target.keyColumns,
      onDelete: deleteRule?.action ?? .noAction
    )
  }
}

extension DeleteRule {
  fileprivate var action: ReferenceAction {
    switch self {
    case .cascade: .cascade
    case .nullify: .setNull
    case .restrict: .restrict
    }
  }
}

extension SQL {
  /// Parses the SQL text of a column's default value.
  ///
  /// A literal becomes a value, because ALTER TABLE accepts only constant defaults. Other text
  /// stays an SQL expression.
  fileprivate init(defaultText text: String) {
    if let integer = Int64(text) {
      self = "\(integer)"
    } else if text.utf8.allSatisfy({ "+-.0123456789eE".utf8.contains($0) }),
      let real = Double(text)
    {
      self = "\(real)"
    } else if let string = SQL.string(of: text) {
      self = "\(string)"
    } else if text.uppercased() == "NULL" {
      self = "\(SQLiteValue.null)"
    } else {
      self.init(text: text)
    }
  }

  /// Returns the content of an SQL string literal. Returns `nil` if the text is not exactly one
  /// literal.
  private static func string(of text: String) -> String? {
    guard text.utf8.count >= 2, text.hasPrefix("'"), text.hasSuffix("'") else { return nil }
    let inner = String(text.dropFirst().dropLast()).replacing("''", with: "\u{0}")
    return inner.contains("'") ? nil : inner.replacing("\u{0}", with: "'")
  }
}
