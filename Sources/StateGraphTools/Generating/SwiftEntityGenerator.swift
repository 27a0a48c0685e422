import StateGraphFormats
package import StateGraphSQLite

/// Generates Swift entity classes for the tables of a schema. The command `generate` uses it.
///
/// The generated text depends only on the schema and the options. If the generator cannot declare a
/// column or a table, it writes a comment with the reason.
package struct SwiftEntityGenerator {
  var models: [EntityModel] = []
  private var unusable: [String] = []
  let access: String
  private let clocks: [String: [String: DateColumn.Clock]]

  /// Creates a generator, and determines the members of all classes.
  ///
  /// - Parameters:
  ///   - tables: The tables of a database file.
  ///   - clocks: The clocks by which numbers in columns probably count dates, by the names of the
  ///     tables and columns. A comment on the property says how to read the dates.
  ///   - isPublic: Whether the generated classes are public.
  ///   - prefix: The text with which the name of every class begins. It prevents collisions with
  ///     other types.
  package init(
    _ tables: [TableSchema],
    clocks: [String: [String: DateColumn.Clock]] = [:],
    isPublic: Bool = false,
    prefix: String = ""
  ) {
    self.clocks = clocks
    access = isPublic ? "public " : ""
    var typeNames: Set<String> = []
    for table in tables {
      if let reason = Self.obstacle(table) {
        unusable.append("\(table.name): \(reason)")
        continue
      }
      var name = prefix + SwiftName.type(forTable: table.name)
      while SwiftName.shadowed.contains(name) || !typeNames.insert(name.lowercased()).inserted {
        name += "Row"
      }
      models.append(EntityModel(table, typeName: name))
    }
    for index in models.indices { declareColumns(of: index) }
    for index in models.indices { declareRelationships(by: index) }
  }

  /// Returns whether a text can be the name of a generated type, or its prefix. It must begin with
  /// a capital ASCII letter, and all its characters must be ASCII letters or digits.
  package static func isTypeName(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first, ("A"..."Z").contains(first) else { return false }
    return text.unicodeScalars.allSatisfy {
      ("A"..."Z").contains($0) || ("a"..."z").contains($0) || ("0"..."9").contains($0)
    }
  }

  /// The text of a single Swift file with the import statement and all classes.
  package var source: String {
    let classes = models.map { text(of: $0) }
    return ([header(models)] + classes + [footer]).filter { !$0.isEmpty }.joined(separator: "\n\n")
      + "\n"
  }

  /// One element for each class: the name and the text of its Swift file. If tables have no class,
  /// a last file `Unusable.swift` lists them with the reasons.
  package var files: [(name: String, text: String)] {
    let classes = models.map { model in
      (model.typeName + ".swift", header([model]) + "\n\n" + text(of: model) + "\n")
    }
    return classes + (footer.isEmpty ? [] : [("Unusable.swift", footer + "\n")])
  }

  private func header(_ models: [EntityModel]) -> String {
    let types = models.flatMap(\.properties).map { $0.type.prefix { $0 != "?" } }
    let needsFoundation = types.contains { ["Data", "Date", "Decimal"].contains($0) }
    return (needsFoundation ? ["Foundation", "StateGraphPersistence"] : ["StateGraphPersistence"])
      .map { "\(access)import \($0)" }.joined(separator: "\n")
  }

  private var footer: String {
    unusable.map { "// No class for \(commentText($0))." }.joined(separator: "\n")
  }

  private static func obstacle(_ table: TableSchema) -> String? {
    if table.isVirtual { return "it is a virtual table" }
    if !SwiftName.canBeDeclared(table.name) { return "an entity cannot declare its name" }
    guard !table.primaryKey.isEmpty else { return "it has no primary key" }
    for name in table.primaryKey {
      guard let column = table.column(name), EntityModel.keyType(column) != nil else {
        return "its key column \(name) is not INTEGER, TEXT or BLOB"
      }
      if !SwiftName.canBeDeclared(name) { return "an entity cannot declare the name of its key" }
      if column.generation != .none { return "its key column \(name) is generated" }
    }
    return nil
  }

  // MARK: - Columns

  private mutating func declareColumns(of index: Int) {
    let table = models[index].table
    let ownKey = table.primaryKey
    let keys = referringKeys(of: index)
    let isReferring = keys.contains { $0.columns.contains { $0.isSameName(as: ownKey[0]) } }
    let keyIsProperties =
      ownKey.count > 1 || isReferring || reference(of: ownKey[0], in: table) != nil
    models[index].keyTypes = ownKey.compactMap { table.column($0).flatMap(EntityModel.keyType) }
    let taken = keys.flatMap(\.ownColumns)
    for column in table.columns where !taken.contains(where: { $0.isSameName(as: column.name) }) {
      let isKey = ownKey.contains { $0.isSameName(as: column.name) }
      if isKey, !keyIsProperties { continue }
      if column.generation != .none {
        models[index].omissions.append("\(column.name): it is a generated column")
        continue
      }
      guard SwiftName.canBeDeclared(column.name),
        let property = property(for: column, isKey: isKey, of: index)
      else {
        let required = column.isOptional ? "" : ", and the class cannot insert rows without it"
        models[index].omissions.append(
          "\(column.name): an entity cannot declare its name\(required)"
        )
        continue
      }
      models[index].properties.append(property)
    }
    for key in keys { declareReference(key, of: index) }
  }

  private mutating func property(
    for column: ColumnSchema,
    isKey: Bool,
    of index: Int
  ) -> EntityModel.Property? {
    let table = models[index].table
    let found = reference(of: column.name, in: table)
    let mark = column.isNotNull || isKey ? "" : "?"
    if let found {
      var base = FoldedName.snakeCase(column.name)
      let ending = "_" + models[found.target].table.primaryKey[0].lowercased()
      for ending in ["_id", ending] where base.hasSuffix(ending) && base.count > ending.count {
        base = String(base.dropLast(ending.count))
        break
      }
      let name = models[index].reserve(
        SwiftName.property(base),
        orElse: SwiftName.property(column.name)
      )
      return EntityModel.Property(
        column: column,
        name: name,
        type: models[found.target].typeName + mark,
        target: found.target,
        reference: found.key
      )
    }
    // The property of a primary key column must have a type that an identifier can store. `Bool` is
    // not such a type.
    let type = PropertyType(column, of: table)
    guard let name = isKey ? EntityModel.keyType(column) : type.name else { return nil }
    let property = models[index].reserve(SwiftName.property(column.name))
    var remarks = isKey ? [] : [type.remark].compactMap { $0 }
    if let clock = clocks[table.name]?[column.name] {
      let number = name == "Date" ? "For Int or Double: " : ""
      remarks.append("Probably \(clock.words). \(number)\(clock.swiftDate(of: property))")
    }
    return EntityModel.Property(
      column: column,
      name: property,
      type: name + mark,
      target: nil,
      reference: nil,
      form: isKey ? nil : type.form,
      remarks: remarks
    )
  }

  /// Returns the foreign key that consists of `column` alone, and the index of the class to which
  /// it refers. Returns nil if there is no such foreign key, or if it does not refer to the primary
  /// key of a class whose key has one column.
  func reference(
    of column: String,
    in table: TableSchema
  ) -> (key: ForeignKeySchema, target: Int)? {
    for key in table.foreignKeys
    where key.columns.count == 1 && key.columns[0].isSameName(as: column) {
      let target = models.firstIndex { $0.table.name.isSameName(as: key.referencedTable) }
      guard let target, models[target].table.primaryKey.count == 1,
        models[target].table.primaryKey[0].isSameName(as: key.referencedColumns.first ?? ""),
        Self.hasSameValues(
          table.column(column),
          as: models[target].table.column(models[target].table.primaryKey[0])
        )
      else { continue }
      return (key, target)
    }
    return nil
  }

  /// Returns whether the values of a key are stored unchanged in a column that refers to it.
  private static func hasSameValues(_ column: ColumnSchema?, as key: ColumnSchema?) -> Bool {
    column?.declaredType == "" || column?.affinity == key?.affinity
  }

  // MARK: - Relationships

  private mutating func declareRelationships(by index: Int) {
    let model = models[index]
    let references = model.properties.filter { $0.target != nil }
    for reference in model.references {
      let several = model.references.filter { $0.target == reference.target }.count > 1
      declareInverse(of: reference.name, in: model, target: reference.target, several: several)
    }
    if isLink(model), let owner = references.first, let element = references.last {
      link(from: owner, to: element, by: model)
      link(from: element, to: owner, by: model)
      return
    }
    for property in references {
      guard let target = property.target else { continue }
      let several = references.filter { $0.target == target }.count > 1
      declareInverse(of: property.name, in: model, target: target, several: several)
    }
  }

  /// Adds a to-many relationship to the referenced class, as the inverse of a reference. For
  /// example, the property `author` of `Book` leads to the property `books` of `Author`.
  private mutating func declareInverse(
    of property: String,
    in model: EntityModel,
    target: Int,
    several: Bool
  ) {
    let plural = SwiftName.property(model.table.name)
    let by = plural + "By" + property.prefix(1).uppercased() + property.dropFirst()
    let name = models[target].reserve(several ? by : plural, orElse: by)
    models[target].relationships.append(
      (
        "@GraphComputed(inverse: \\\(model.typeName).\(SwiftName.escaped(property)))",
        "\(access)var \(SwiftName.escaped(name)): [\(model.typeName)]"
      )
    )
  }

  /// Returns whether the class describes a join table: its primary key consists of the columns of
  /// two references.
  private func isLink(_ model: EntityModel) -> Bool {
    let references = model.properties.filter { $0.target != nil }
    return references.count == 2 && model.table.primaryKey.count == 2
      && references.allSatisfy { reference in
        model.table.primaryKey.contains { $0.isSameName(as: reference.column.name) }
      }
  }

  private mutating func link(
    from owner: EntityModel.Property,
    to element: EntityModel.Property,
    by model: EntityModel
  ) {
    guard let ownerIndex = owner.target, let elementIndex = element.target else { return }
    let type = model.typeName
    let (one, other) = (SwiftName.escaped(owner.name), SwiftName.escaped(element.name))
    var through = "\(type).self"
    if ownerIndex == elementIndex { through = "\\\(type).\(one), \\\(type).\(other)" }
    // A column named `position` can give the order for one of the two relationships. It is used for
    // the relationship of the class to which the first key column refers.
    let isFirst = model.table.primaryKey[0].isSameName(as: owner.column.name)
    let position = model.property("position").flatMap { $0.type.hasPrefix("Int") ? $0 : nil }
    if isFirst, let position { through += ", order: \\\(type).\(SwiftName.escaped(position.name))" }
    let plural =
      ownerIndex == elementIndex
      ? EnglishNoun.plural(FoldedName.snakeCase(element.name)) : models[elementIndex].table.name
    let linkName = SwiftName.property(model.table.name)
    let by =
      SwiftName.property(plural) + "By" + linkName.prefix(1).uppercased() + linkName.dropFirst()
    let name = models[ownerIndex].reserve(SwiftName.property(plural), orElse: by)
    models[ownerIndex].relationships.append(
      (
        "@GraphComputed(through: \(through))",
        "\(access)var \(SwiftName.escaped(name)): [\(models[elementIndex].typeName)]"
      )
    )
  }
}
