import SwiftSyntax
import SwiftSyntaxMacros

/// A class that has the attribute `@Entity`, with the columns of its table.
struct EntityDeclaration {
  let attribute: EntityAttribute
  let type: ClassDeclSyntax
  let columns: [ColumnDeclaration]
  private let variables: [VariableDeclSyntax]

  var name: String { type.name.text }
  /// The access level for the declarations of the macro, with a space at the end.
  ///
  /// It is the access level of the class. Only `private` becomes `fileprivate`, because an
  /// extension at file level cannot see private members.
  var access: String {
    let words = type.modifiers.accessWords.replacing("final ", with: "")
    return words == "private " ? "fileprivate " : words
  }
  var table: String { attribute.table?.literalText ?? SQLName.table(forType: name) }
  /// The first initialiser without the keyword `convenience`, or nil.
  ///
  /// If the class has such an initialiser, the macro writes no memberwise initialiser.
  var initializer: InitializerDeclSyntax? {
    type.memberBlock.members.lazy.compactMap { $0.decl.as(InitializerDeclSyntax.self) }
      .first { !$0.modifiers.contains { $0.name.tokenKind == .keyword(.convenience) } }
  }

  /// The one-to-many relationships of the class.
  ///
  /// Each pair has a property with `@GraphComputed(inverse:)`, and the inverse of this property.
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

  /// The names of the properties that store the primary key, in the order of the key.
  ///
  /// Empty if the key's columns are not properties.
  var keyProperties: [String] {
    attribute.keyNames.indices.compactMap { index in
      columns.first { attribute.keyIndex(of: $0) == index }?.name
    }
  }

  /// Reads the declaration of a class.
  ///
  /// Properties that cannot be columns are left out. Their own macro reports the error, so the
  /// compiler shows it once.
  ///
  /// - Throws: ``MacroProblem`` if the class is not final or its identifier is wrong.
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
    if let argument = attribute.identifier {
      guard attribute.identifierType != nil else {
        throw MacroProblem(.needsIdentifierType, at: argument)
      }
      if let declared = variables.first(where: { $0.declares("typedID") }) {
        throw MacroProblem(
          .needsOneIdentifier,
          at: declared.bindings,
          type.fixByRemovingIdentifier()
        )
      }
      if let alias = type.rawValueAlias {
        throw MacroProblem(.needsOneIdentifier, at: alias.name, type.fixByRemovingIdentifier())
      }
      return
    }
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

  /// The errors that concern several columns, the primary key, or names.
  ///
  /// The macro of one property cannot detect these errors.
  var problems: [MacroProblem] {
    [attribute.problem, keyProblem, keySourceProblem].compactMap { $0 } + duplicates + indexProblems
  }

  private var keyProblem: MacroProblem? {
    let written = type.rawValueAlias?.initializer.value
    if let count = (written ?? attribute.identifierType)?.compositeKeyCount,
      count != attribute.keyNames.count,
      let place = written.map({ Syntax($0) }) ?? attribute.identifier.map({ Syntax($0) })
    {
      return MacroProblem(.needsKeyColumns, at: place)
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
  /// The syntax to mark for an error in the column's name.
  ///
  /// The syntax is the expression that contains the name. For a default name, it is the property.
  fileprivate var place: Syntax {
    attribute.names.first.map { Syntax($0) } ?? Syntax(property.variable.bindings)
  }
}

extension TypeSyntax {
  /// The number of type arguments if this type is `CompositeKey<…>`. Nil for other types.
  ///
  /// Each type argument is the type of one primary key column.
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
