import StateGraphSQLite

extension SwiftEntityGenerator {
  /// Returns the Swift source text of one class.
  func text(of model: EntityModel) -> String {
    var lines = ["/// A row of the table `\(commentText(model.table.name))`."]
    let keys = model.keyTypes
    let rawValue = keys.count == 1 ? keys[0] : "CompositeKey<\(keys.joined(separator: ", "))>"
    var arguments = ["id: \(rawValue).self"]
    if model.table.hasRowIDAsKey, !model.storesKey { arguments.append("keys: .database") }
    if SQLName.table(forType: model.typeName) != model.table.name {
      arguments.append("table: \(SwiftName.literal(model.table.name))")
    }
    if model.table.primaryKey != ["id"] {
      let names = model.table.primaryKey.map(SwiftName.literal)
      arguments += ["key: \(names[0])"] + names.dropFirst()
    }
    lines += entityAttribute(arguments)
    lines.append("\(access)final class \(model.typeName) {")
    let properties = model.properties.map { (declaration(of: $0, in: model), $0.remarks) }
    let others = model.references.map { declaration(of: $0, in: model) } + model.relationships
    for ((attributes, declaration), remarks) in properties + others.map({ ($0, []) }) {
      lines += remarks.map { "  // \($0)" }
      let line = "  \(attributes) \(declaration)"
      lines += line.count > 100 ? ["  " + attributes, "  " + declaration] : [line]
    }
    lines += model.omissions.map { "  // Left out: \(commentText($0))." }
    return (lines + ["}"]).joined(separator: "\n")
  }

  /// Returns the lines of the attribute `@Entity`. If they do not fit on one line, each argument
  /// has a line of its own.
  private func entityAttribute(_ arguments: [String]) -> [String] {
    let line = "@Entity(\(arguments.joined(separator: ", ")))"
    guard line.count > 100 else { return [line] }
    let commas = arguments.dropLast().map { "  \($0)," } + arguments.suffix(1).map { "  \($0)" }
    return ["@Entity("] + commas + [")"]
  }

  private func declaration(
    of property: EntityModel.Property,
    in model: EntityModel
  ) -> (attributes: String, declaration: String) {
    let isKey = model.table.primaryKey.contains { $0.isSameName(as: property.column.name) }
    var arguments: [String] = []
    let base = SQLName.column(forProperty: property.name)
    let given = base + (property.target == nil ? "" : "_id")
    // The macro cannot tell a reference from a value, so each name could be that of the column.
    let isAmbiguous = model.table.columns.contains { other in
      !other.name.isSameName(as: property.column.name)
        && [base, base + "_id"].contains { $0.isSameName(as: other.name) }
    }
    if given != property.column.name || isAmbiguous {
      arguments.append(SwiftName.literal(property.column.name))
    }
    if let form = property.form { arguments.append(form) }
    let indexes = model.table.indexes.filter {
      !$0.isPartial && $0.columns == [property.column.name]
    }
    if !isKey {
      if indexes.contains(where: \.isUnique) { arguments.append(".unique") }
      if property.target == nil, indexes.contains(where: { !$0.isUnique }) {
        arguments.append(".indexed")
      }
    }
    if let text = property.column.defaultSQL {
      arguments.append(".default(\(SwiftName.literal(text)))")
    }
    switch property.reference?.onDelete {
    case .cascade: arguments.append(".onDelete(.cascade)")
    case .setNull where property.type.hasSuffix("?"): arguments.append(".onDelete(.nullify)")
    case .restrict: arguments.append(".onDelete(.restrict)")
    default: break
    }
    let column = arguments.isEmpty ? "" : " @Column(\(arguments.joined(separator: ", ")))"
    return (
      "@GraphStored" + column,
      "\(access)var \(SwiftName.escaped(property.name)): \(property.type)"
    )
  }

  private func declaration(
    of reference: EntityModel.Reference,
    in model: EntityModel
  ) -> (attributes: String, declaration: String) {
    var options: [String] = []
    if model.table.indexes.contains(where: {
      $0.isUnique && !$0.isPartial && $0.columns == reference.columns
    }), !model.table.primaryKey.elementsEqual(reference.columns) {
      options.append(".unique")
    }
    switch reference.onDelete {
    case .cascade: options.append(".onDelete(.cascade)")
    // For SET NULL, SQLite sets all columns of the foreign key to NULL. If another property also
    // uses one of the columns, this column may be NOT NULL. The option is left out in this case.
    case .setNull where reference.type.hasSuffix("?") && !reference.isShared:
      options.append(".onDelete(.nullify)")
    case .restrict: options.append(".onDelete(.restrict)")
    default: break
    }
    let columns = reference.columns.map(SwiftName.literal).joined(separator: ", ")
    let written = options.isEmpty ? "" : ", options: \(options.joined(separator: ", "))"
    return (
      "@GraphStored @Column(columns: \(columns)\(written))",
      "\(access)var \(SwiftName.escaped(reference.name)): \(reference.type)"
    )
  }
}

extension EntityModel {
  /// Whether properties of the class store columns of the primary key. If true, the class does not
  /// declare that the database assigns the key.
  fileprivate var storesKey: Bool {
    table.primaryKey.contains { property($0) != nil }
      || references.contains { reference in
        reference.columns.contains { name in table.primaryKey.contains { $0.isSameName(as: name) } }
      }
  }
}
