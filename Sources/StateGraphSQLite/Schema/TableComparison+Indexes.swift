extension TableComparison {
  mutating func compareReferences() {
    for key in definition.references {
      let found = table?.foreignKeys.first { $0.isSame(as: key) }
      // If the file lacks the column of a foreign key, the ADD COLUMN for this column also adds the
      // foreign key. ADD COLUMN cannot add a foreign key of several columns.
      guard found?.onDelete != key.onDelete,
        key.columns.count > 1 || key.columns.allSatisfy({ table?.column($0) != nil })
      else { continue }
      let target = "\(key.table) (\(key.referencedColumns.joined(separator: ", ")))"
      let columns = key.columns.joined(separator: ", ")
      differ(
        key.columns.count == 1 ? columns : nil,
        what: found.map {
          "the type says ON DELETE \(key.onDelete.rawValue), "
            + "the file says ON DELETE \($0.onDelete.rawValue)"
        } ?? "the file does not say that \(columns) references \(target)",
        isBreaking: false
      )
      leave(because: "A reference cannot be added or changed in place. \(Self.rebuild)")
    }
  }

  mutating func compareIndexes() {
    let unique = definition.columns.filter(\.isUnique).map {
      IndexDefinition([$0.name], isUnique: true)
    }
    for index in unique + definition.indexes where !hasIndex(index) {
      let columns = index.columns.joined(separator: ", ")
      let kind = index.isUnique ? "unique index" : "index"
      differ(nil, what: "the file has no \(kind) on \(columns)", isBreaking: false)
      let name = index.name(in: definition.name)
      if file.object(name) != nil {
        leave(because: "The name \(name) is taken.")
      } else if let missing = index.columns.first(where: isLeftOut) {
        leave(because: "The column \(missing) has to be there first.")
      } else {
        propose([index.createStatement(in: definition.name)])
      }
    }
  }

  mutating func compareOptions() {
    guard let table else { return }
    if definition.isStrict != table.isStrict {
      differ(
        nil,
        what: definition.isStrict
          ? "the type says STRICT, the file's table takes values of any type"
          : "the file's table is STRICT, the type's is not",
        isBreaking: false
      )
      leave(because: "STRICT cannot be added or dropped in place. \(Self.rebuild)")
    }
    if definition.isWithoutRowID == table.hasRowID {
      differ(
        nil,
        what: "the \(definition.isWithoutRowID ? "type" : "file") says WITHOUT ROWID, "
          + "the other does not",
        isBreaking: false
      )
      leave(because: "It cannot be added or dropped in place. \(Self.rebuild)")
    }
  }

  /// Compares the second table, in which the words of this table are indexed for full-text search.
  ///
  /// A migration may drop the search table and create it again, because it only indexes text of
  /// another table. Renaming the table or a column requires this, because FTS5 stores the old
  /// names.
  mutating func compareSearch() {
    let oldName = file.object(definition.name) == nil ? definition.renamedFrom : nil
    let before = oldName ?? definition.name
    let found = file.object(before + "_search")
    let suffixes = ["", "_insert", "_delete", "_update"]
    let objects = suffixes.compactMap { file.object(before + "_search" + $0) }
    let wanted = definition.searchStatements
    let isSame = wanted.allSatisfy { statement in
      objects.contains { $0.sql.normalizedSQL == statement.text.normalizedSQL }
    }
    guard !wanted.isEmpty || (oldName != nil && found != nil), !isSame || wanted.isEmpty else {
      return
    }
    if !wanted.isEmpty {
      differ(nil, what: "the file has no such search table as the type declares", isBreaking: true)
    }
    let isOurs = objects.allSatisfy { object in
      object.kind == "trigger"
        || object.sql.normalizedSQL.contains(
          "content=\(SQLiteValue.text(before).sqlLiteral),".normalizedSQL
        )
    }
    guard isOurs else {
      if !wanted.isEmpty { leave(because: "Its name is taken by something else.") }
      return
    }
    // The search table and its triggers are dropped before the table or its columns are renamed,
    // and created again after that.
    prepare(
      objects.sorted { $0.kind > $1.kind }.map { object in
        object.kind == "trigger"
          ? "DROP TRIGGER \(table: object.name)" : "DROP TABLE \(table: object.name)"
      }
    )
    conclude(wanted.isEmpty ? [] : wanted + [definition.searchRebuildStatement])
  }

  private func hasIndex(_ index: IndexDefinition) -> Bool {
    guard let table else { return false }
    if !index.isUnique, index.condition == nil,
      table.primaryKey.prefix(index.columns.count).areSameNames(as: index.columns)
    {
      return true
    }
    if table.primaryKey.areSameNames(as: index.columns), index.condition == nil { return true }
    return table.indexes.contains { found in
      guard found.columns.compactMap({ $0 }).areSameNames(as: index.columns),
        found.columns.count == index.columns.count, found.isUnique || !index.isUnique
      else { return false }
      guard let condition = index.condition else { return !found.isPartial }
      let sql = file.object(found.name)?.sql.normalizedSQL ?? ""
      return found.isPartial && sql.hasSuffix("WHERE \(condition.inlined.text)".normalizedSQL)
    }
  }

  /// Returns whether the file lacks a column that the migration cannot add.
  ///
  /// An index on such a column cannot be created.
  private func isLeftOut(_ column: String) -> Bool {
    guard let wanted = definition.column(column), table?.column(column) == nil else { return false }
    return reasonAgainstAdding(wanted) != nil
  }
}

extension ForeignKeySchema {
  /// Returns whether two foreign keys connect the same pairs of columns, in any order of the pairs.
  fileprivate func isSame(as key: ForeignKeyDefinition) -> Bool {
    guard referencedTable.isSameName(as: key.table), columns.count == key.columns.count else {
      return false
    }
    let pairs = zip(columns, referencedColumns)
    return zip(key.columns, key.referencedColumns).allSatisfy { column, referenced in
      pairs.contains { $0.isSameName(as: column) && $1.isSameName(as: referenced) }
    }
  }
}

extension Collection<String> {
  fileprivate func areSameNames(as other: [String]) -> Bool {
    count == other.count && zip(self, other).allSatisfy { $0.isSameName(as: $1) }
  }
}
