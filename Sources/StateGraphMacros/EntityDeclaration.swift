import SwiftSyntax
import SwiftSyntaxMacros

/// What `@Entity` reads off a class.
struct EntityDeclaration {
  let attribute: EntityAttribute
  let type: ClassDeclSyntax
  let columns: [ColumnDeclaration]
  private let variables: [VariableDeclSyntax]

  var name: String { type.name.text }
  /// As far as the class can be seen. What is private to a class is not so to its extension.
  var access: String {
    let words = type.modifiers.accessWords.replacing("final ", with: "")
    return words == "private " ? "fileprivate " : words
  }
  var table: String { attribute.table?.literalText ?? SQLName.table(forType: name) }
  /// The initialiser that has to set everything, if the class has one of its own.
  var initializer: InitializerDeclSyntax? {
    type.memberBlock.members.lazy.compactMap { $0.decl.as(InitializerDeclSyntax.self) }
      .first { !$0.modifiers.contains { $0.name.tokenKind == .keyword(.convenience) } }
  }

  /// The properties with an inverse, and that: the one-to-many relationships.
  var relationships: [(property: String, inverse: String)] {
    variables.compactMap { variable in
      guard let inverse = variable.attribute("GraphComputed")?.arguments(labelled: "inverse").first,
        inverse.is(KeyPathExprSyntax.self),
        let property = variable.bindings.first?.pattern.as(IdentifierPatternSyntax.self),
        variable.bindings.first?.typeAnnotation?.type.is(ArrayTypeSyntax.self) == true
      else { return nil }
      return (property.identifier.text, inverse.trimmedDescription)
    }
  }

  /// The properties that are the key, in its order; empty where it is no property's.
  var keyProperties: [String] {
    attribute.keyNames.indices.compactMap { index in
      columns.first { attribute.keyIndex(of: $0) == index }?.name
    }
  }

  /// What no column can be is left out; its own macro says why.
  init(
    _ attribute: AttributeSyntax,
    _ declaration: some DeclGroupSyntax
  ) throws(MacroProblem) {
    guard let type = declaration.as(ClassDeclSyntax.self) else {
      throw MacroProblem(.needsFinalClass, at: declaration.introducer)
    }
    guard type.modifiers.contains(where: { $0.name.tokenKind == .keyword(.final) }) else {
      throw MacroProblem(.needsFinalClass, at: declaration.introducer, type.fixByWritingFinal())
    }
    self.attribute = EntityAttribute(attribute)
    self.type = type
    variables = type.memberBlock.members.compactMap { $0.decl.as(VariableDeclSyntax.self) }
    columns = variables.compactMap { variable in
      guard variable.attribute("GraphStored") != nil, let property = try? NodeProperty(variable),
        property.owner == .instance
      else { return nil }
      return try? ColumnDeclaration(property)
    }
    try checkIdentifier()
  }

  private func checkIdentifier() throws(MacroProblem) {
    guard let identifier = variables.first(where: { $0.declares("typedID") }) else {
      throw MacroProblem(.needsTypedID, at: type.name, type.fixByWritingTypedID())
    }
    if identifier.bindingSpecifier.tokenKind != .keyword(.let) {
      let fix = identifier.fixByReplacingVar()
      throw MacroProblem(.needsConstantID, at: identifier.bindingSpecifier, fix)
    }
    guard type.rawValueAlias == nil,
      identifier.bindings.first?.typeAnnotation?.type.trimmedDescription == "TypedID"
    else { return }
    throw MacroProblem(.needsRawValue, at: identifier.bindings, type.fixByWritingRawValue())
  }

  /// What is wrong with the columns together, with the key and with the names.
  var problems: [MacroProblem] {
    [attribute.problem, keyProblem].compactMap { $0 } + duplicates + indexProblems
  }

  private var keyProblem: MacroProblem? {
    if let rawValue = type.rawValueAlias, let count = rawValue.initializer.value.compositeKeyCount,
      count != attribute.keyNames.count
    {
      return MacroProblem(.needsKeyColumns, at: rawValue.initializer.value)
    }
    let missing = attribute.keyNames.indices.first { index in
      !columns.contains { attribute.keyIndex(of: $0) == index }
    }
    if let missing, !keyProperties.isEmpty {
      return MacroProblem(.needsWholeKey, at: attribute.key[missing])
    }
    if let initializer, !keyProperties.isEmpty {
      let fix = initializer.fixByWritingConvenience()
      return MacroProblem(.needsOwnInitializer, at: initializer.initKeyword, fix)
    }
    return nil
  }

  private var duplicates: [MacroProblem] {
    var seen = Set(keyProperties.isEmpty ? attribute.keyNames.map(SQLName.folded) : [])
    return columns.compactMap { column in
      if column.name == "id" { return MacroProblem(.needsOtherName, at: column.place) }
      let isNew = seen.insert(SQLName.folded(column.columnName)).inserted
      return isNew ? nil : MacroProblem(.duplicateColumn, at: column.place)
    }
  }

  private var indexProblems: [MacroProblem] {
    let names = Set(
      (columns.flatMap(\.possibleNames) + attribute.keyNames).map(SQLName.folded)
    )
    let written = attribute.indexes.compactMap { $0.as(FunctionCallExprSyntax.self) }
      .flatMap(\.arguments).map(\.expression)
    return written.compactMap { expression in
      guard let name = expression.literalText else {
        return MacroProblem(.needsLiteralName, at: expression)
      }
      return names.contains(SQLName.folded(name))
        ? nil : MacroProblem(.needsColumnOfIndex, at: expression)
    }
  }
}

extension ColumnDeclaration {
  /// Where the name is written, or the property.
  fileprivate var place: Syntax {
    attribute.names.first.map { Syntax($0) } ?? Syntax(property.variable.bindings)
  }
}

extension TypeSyntax {
  /// The number of parts of `CompositeKey<…>`.
  fileprivate var compositeKeyCount: Int? {
    guard let name = self.as(IdentifierTypeSyntax.self), name.name.text == "CompositeKey" else {
      return nil
    }
    return name.genericArgumentClause?.arguments.count
  }
}

extension VariableDeclSyntax {
  fileprivate func declares(_ name: String) -> Bool {
    bindings.contains { $0.pattern.trimmedDescription == name }
  }
}
