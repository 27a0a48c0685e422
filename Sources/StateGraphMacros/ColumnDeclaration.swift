import SwiftSyntax

/// A `@GraphStored` property that is a valid column of an entity.
///
/// The macros `@GraphStored` and `@Entity` write the code for the column from this value.
struct ColumnDeclaration {
  let property: NodeProperty
  let attribute: ColumnAttribute

  var name: String { property.name }
  var type: String { property.type.written }
  var initialValue: String? {
    property.initialValue?.trimmedDescription ?? (property.isOptional ? "nil" : nil)
  }

  /// The source text of the type that converts the column's values, or nil if there is no
  /// conversion.
  ///
  /// In an optional property, nil is not converted.
  var conversion: String? {
    if let conversion = attribute.conversion { return conversion.trimmedDescription }
    guard attribute.option("json") != nil else { return nil }
    let type = property.type.unwrappedOptional ?? property.type
    return "StateGraphPersistence.JSONColumnConversion<\(type.trimmedDescription)>.self"
  }

  /// The source text `, as: Conversion`, which is appended to the arguments of a generated call.
  /// Empty if there is no conversion.
  var conversionArgument: String { conversion.map { ", as: \($0)" } ?? "" }

  /// Whether the property refers to an entity whose primary key has several columns.
  var isReference: Bool { attribute.isReference }

  /// The name of the column, if the property's type is not an entity.
  ///
  /// A column that references an entity can have the suffix `_id`. The macro does not know whether
  /// it does, because a macro cannot find out whether a type is an entity.
  var columnName: String { attribute.name ?? SQLName.column(forProperty: name) }

  /// All names that the column can have.
  ///
  /// If an attribute names the column, the result contains only this name. If not, it contains the
  /// default name with and without the suffix `_id`. For a reference by several columns, it
  /// contains the names of all these columns.
  var possibleNames: [String] {
    if isReference { return attribute.names.compactMap(\.literalText) }
    return attribute.name.map { [$0] } ?? [columnName, columnName + "_id"]
  }

  /// Creates the declaration of a column.
  ///
  /// - Throws: The first reason why `property` cannot be a column.
  init(_ property: NodeProperty) throws(MacroProblem) {
    self.property = property
    attribute = ColumnAttribute(property.variable)
    try checkPlace()
    try checkNames()
    try checkOptions()
    try checkType()
  }

  private func checkPlace() throws(MacroProblem) {
    let variable = property.variable
    if let backing = variable.attribute("GraphStored")?.backing, backing.optionName != "column" {
      throw MacroProblem(
        .needsColumn,
        at: backing,
        fixIts: variable.fixByRemovingArguments("GraphStored")
      )
    }
    let modifiers: [Keyword] = [.weak, .unowned]
    if let modifier = variable.modifiers.first(where: { modifier in
      modifiers.contains { modifier.name.tokenKind == .keyword($0) }
    }) {
      let fix = variable.fixByRemoving(modifier: modifier)
      throw MacroProblem(.needsStrongColumn, at: modifier, fixIts: fix)
    }
  }

  private func checkNames() throws(MacroProblem) {
    for name in attribute.names {
      if let message = MacroMessage(forName: name) { throw MacroProblem(message, at: name) }
    }
    if isReference { return try checkReferenceNames() }
    if attribute.names.count > 1 {
      throw MacroProblem(.needsOneColumnName, at: attribute.names[1])
    }
  }

  private func checkReferenceNames() throws(MacroProblem) {
    guard attribute.names.count > 1 else {
      throw MacroProblem(.needsSeveralColumns, at: attribute.names[0])
    }
    var seen: Set<[UInt8]> = []
    for name in attribute.names where !seen.insert(SQLName.folded(name.literalText ?? "")).inserted
    {
      throw MacroProblem(.needsOneColumnName, at: name)
    }
    if let value = property.initialValue, !value.is(NilLiteralExprSyntax.self) {
      throw MacroProblem(.needsNoReferenceValue, at: value)
    }
  }

  private func checkOptions() throws(MacroProblem) {
    var seen: Set<String> = []
    for option in attribute.options {
      if let name = option.optionName, !seen.insert(name).inserted {
        throw MacroProblem(.needsOptionOnce, at: option)
      }
      if isReference, !["onDelete", "unique"].contains(option.optionName) {
        throw MacroProblem(.needsReferenceOption, at: option)
      }
    }
    if attribute.conversion != nil, let json = attribute.option("json") {
      throw MacroProblem(.needsOneConversion, at: json)
    }
    if let timestamp = attribute.option("timestamp"), conversion != nil || !property.isOptionalDate
    {
      throw MacroProblem(.needsTimestamp, at: timestamp)
    }
    if let rule = attribute.option("onDelete") {
      if conversion != nil || property.plainType != nil {
        throw MacroProblem(.needsReference, at: rule)
      }
      let argument = rule.as(FunctionCallExprSyntax.self)?.arguments.first?.expression
      if argument?.optionName == "nullify", !property.isOptional {
        throw MacroProblem(.needsOptionalReference, at: rule)
      }
    }
    if let searchable = attribute.option("searchable"), let type = property.plainType,
      conversion == nil, !["String", "URL"].contains(type)
    {
      throw MacroProblem(.needsText, at: searchable)
    }
    if let former = attribute.option("renamed")?.as(FunctionCallExprSyntax.self)?
      .arguments.first?.expression, let message = MacroMessage(forName: former)
    {
      throw MacroProblem(message, at: former)
    }
  }

  private func checkType() throws(MacroProblem) {
    if conversion != nil { return }
    let variable = property.variable
    switch StorableType(property.type) {
    case .possible: return
    case .impossible: throw MacroProblem(.needsStorableType, at: property.type)
    case .needsConversion:
      throw MacroProblem(.needsConversion, at: property.type, fixIts: variable.fixByWritingJSON())
    }
  }
}

extension NodeProperty {
  /// The name of the type without `?`, if it is a type that columns store and that is no entity, or
  /// nil for any other type, whose kind the macro cannot know.
  fileprivate var plainType: String? {
    let name = (type.unwrappedOptional ?? type).trimmedDescription
      .replacing("FoundationEssentials.", with: "").replacing("Foundation.", with: "")
      .replacing("Swift.", with: "")
    let numbers =
      ["Bool", "Double", "Float"]
      + ["Int", "UInt"].flatMap { word in ["", "8", "16", "32", "64"].map { word + $0 } }
    let others = ["String", "URL", "Date", "UUID", "Decimal", "Data", "[UInt8]", "SQLiteValue"]
    return (numbers + others).contains(name) ? name : nil
  }

  /// Whether the type is written as an optional `Date`.
  fileprivate var isOptionalDate: Bool {
    guard let name = type.unwrappedOptional?.trimmedDescription else { return false }
    return ["Date", "Foundation.Date", "FoundationEssentials.Date"].contains(name)
  }
}

extension MacroMessage {
  /// Creates the error message for `expression` as the name of a table or column.
  ///
  /// Returns nil if the name is allowed.
  init?(forName expression: ExprSyntax) {
    guard let name = expression.literalText else {
      self = .needsLiteralName
      return
    }
    if name.isEmpty || name.unicodeScalars.contains("\0") {
      self = .needsName
    } else if SQLName.folded(name).starts(with: "sqlite_".utf8) {
      self = .needsOwnName
    } else {
      return nil
    }
  }
}
