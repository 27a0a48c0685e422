import StateGraphFormats
import StateGraphSQLite

/// A foreign key with several columns that a property of a generated class can represent.
struct ReferringKey {
  let key: ForeignKeySchema
  /// The index of the class to which the foreign key refers.
  let target: Int
  /// The names of the foreign key's columns, in the order of the referenced primary key.
  let columns: [String]
  /// The columns that are stored by this property alone and not also by another property.
  var ownColumns: [String] = []
  /// Whether one of the columns can be NULL. If true, the property is optional.
  let isOptional: Bool
}

extension SwiftEntityGenerator {
  /// Returns the foreign keys with several columns that become properties of a class. For each
  /// other foreign key with several columns, adds the reason to the omissions of the class.
  mutating func referringKeys(of index: Int) -> [ReferringKey] {
    let table = models[index].table
    var keys: [ReferringKey] = []
    // SQLite lists the foreign keys in the reverse order of their declaration.
    for key in table.foreignKeys.reversed() where key.columns.count > 1 {
      switch referringKey(key, in: table) {
      case .success(let found): keys.append(found)
      case .failure(let obstacle):
        models[index].omissions.append(
          "(\(key.columns.joined(separator: ", "))) references \(key.referencedTable): "
            + obstacle.reason
        )
      }
    }
    for place in keys.indices {
      let others = keys.indices.filter { $0 != place }.flatMap { keys[$0].columns }
      keys[place].ownColumns = ownColumns(of: keys[place], beside: others, in: table)
    }
    return keys
  }

  private struct Obstacle: Error { let reason: String }

  private func referringKey(
    _ key: ForeignKeySchema,
    in table: TableSchema
  ) -> Result<ReferringKey, Obstacle> {
    func refused(_ reason: String) -> Result<ReferringKey, Obstacle> {
      .failure(Obstacle(reason: reason))
    }
    let target = models.firstIndex { $0.table.name.isSameName(as: key.referencedTable) }
    guard let target else { return refused("no class has this table") }
    let parent = models[target].table
    let columns = parent.primaryKey.compactMap { name in
      zip(key.columns, key.referencedColumns).first { $1.isSameName(as: name) }?.0
    }
    guard columns.count == parent.primaryKey.count, columns.count == key.columns.count else {
      return refused("a property refers to the primary key only")
    }
    let pairs = zip(columns, parent.primaryKey).map { (table.column($0), parent.column($1)) }
    guard
      pairs.allSatisfy({
        $0?.affinity == $1?.affinity && $0?.generation == ColumnSchema.Generation.none
      })
    else { return refused("its columns have other types than the key, or are generated") }
    let isOptional = columns.contains { name in
      !table.isKey(name) && table.column(name)?.isNotNull == false
    }
    return .success(
      ReferringKey(key: key, target: target, columns: columns, isOptional: isOptional)
    )
  }

  /// Returns the columns that the property of this foreign key stores alone. Every other column has
  /// a property of its own, which can have a value while the reference is nil.
  private func ownColumns(
    of key: ReferringKey,
    beside others: [String],
    in table: TableSchema
  ) -> [String] {
    let isInKey = key.columns.allSatisfy { table.isKey($0) }
    return key.columns.filter { name in
      let isShared =
        reference(of: name, in: table) != nil || others.contains { $0.isSameName(as: name) }
      if isShared { return false }
      if table.isKey(name) { return isInKey }
      return !key.isOptional || table.column(name)?.isNotNull == false
    }
  }

  /// Adds the property for a foreign key with several columns to the class with this index.
  mutating func declareReference(_ key: ReferringKey, of index: Int) {
    let target = models[key.target]
    let noun = EnglishNoun.singular(FoldedName.snakeCase(target.table.name))
    let prefix = zip(key.columns, target.table.primaryKey).lazy.compactMap { column, referenced in
      let (name, ending) = (FoldedName.snakeCase(column), "_" + FoldedName.snakeCase(referenced))
      return name.hasSuffix(ending) ? String(name.dropLast(ending.count)) : nil
    }.first
    let name = models[index].reserve(
      SwiftName.property(prefix ?? noun),
      orElse: prefix.map { SwiftName.property("\($0)_\(noun)") }
    )
    models[index].references.append(
      EntityModel.Reference(
        columns: key.columns,
        isShared: key.ownColumns.count < key.columns.count
          || key.columns.contains { models[index].table.isKey($0) },
        name: name,
        type: target.typeName + (key.isOptional ? "?" : ""),
        target: key.target,
        onDelete: key.key.onDelete
      )
    )
  }
}

extension TableSchema {
  fileprivate func isKey(_ column: String) -> Bool {
    primaryKey.contains { $0.isSameName(as: column) }
  }
}
