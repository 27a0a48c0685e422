import SwiftSyntax
import SwiftSyntaxMacros

/// A class that has the attribute `@Entity`, with the columns of its table.
///
/// `EntityMacro` creates this value from the syntax of the class, and writes code from it.
struct EntityDeclaration {
  let attribute: EntityAttribute
  let type: ClassDeclSyntax
  /// The properties of the class that are valid columns, in the order of their declaration.
  let properties: [ColumnDeclaration]
  /// The properties whose value is in one column of the table.
  var columns: [ColumnDeclaration] { properties.filter { !$0.isReference } }
  /// The properties that refer to an entity whose primary key has several columns.
  var references: [ColumnDeclaration] { properties.filter(\.isReference) }
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
  /// The first initialiser of the class without the keyword `convenience`, or nil if there is none.
  ///
  /// If the class has such an initialiser, the macro writes no memberwise initialiser.
  var initializer: InitializerDeclSyntax? {
    type.memberBlock.members.lazy.compactMap { $0.decl.as(InitializerDeclSyntax.self) }
      .first { !$0.modifiers.contains { $0.name.tokenKind == .keyword(.convenience) } }
  }

  /// One element for each to-many relationship of the class.
  ///
  /// An element contains the name of a property with `@GraphComputed`, and the source text of the
  /// arguments by which its rows are found, such as `inverse: \Post.author` or
  /// `through: BookTag.self`.
  var relationships: [(property: String, source: String)] {
    variables.compactMap { variable in
      guard let attribute = variable.attribute("GraphComputed"),
        let property = variable.bindings.first?.pattern.as(IdentifierPatternSyntax.self),
        let array = variable.bindings.first?.typeAnnotation?.type.as(ArrayTypeSyntax.self)
      else { return nil }
      let name = property.identifier.text
      if let inverse = attribute.arguments(labelled: "inverse").first {
        guard let path = inverse.as(KeyPathExprSyntax.self),
          path.root?.isNamed(as: array.element) != false
        else { return nil }
        let condition = attribute.arguments(labelled: "where").first
        let written = condition.map { ", where: \($0.trimmedDescription)" } ?? ""
        return (name, "inverse: \(inverse.trimmedDescription)\(written)")
      }
      let link = attribute.arguments(labelled: "through")
      let isType = link.count == 1 && link[0].is(MemberAccessExprSyntax.self)
      guard isType || link.count == 2 && link.allSatisfy({ $0.is(KeyPathExprSyntax.self) }) else {
        return nil
      }
      let references = link.map(\.trimmedDescription).joined(separator: ", ")
      return (name, "through: \(references)")
    }
  }

  /// The source texts that read the primary key columns from properties, in the order of the key.
  ///
  /// Empty if the key's columns are not properties.
  var keyParts: [String] { attribute.keyNames.compactMap(keyPart) }

  /// Returns the source text that reads the key column `name` from a property, or nil if no
  /// property stores this column.
  private func keyPart(_ name: String) -> String? {
    let name = SQLName.folded(name)
    let place = { (column: ColumnDeclaration) in
      column.possibleNames.map(SQLName.folded).firstIndex(of: name)
    }
    if let column = columns.first(where: { place($0) != nil }) {
      return "StateGraphPersistence._$keyPart(\(column.name))"
    }
    return references.lazy.compactMap { reference in
      place(reference).map { "StateGraphPersistence._$keyPart(\(reference.name)).parts.\($0)" }
    }.first
  }

  /// Reads the declaration of a class.
  ///
  /// Properties that cannot be columns are left out without an error. The macro of such a property
  /// reports the error, so the compiler shows each error only once.
  ///
  /// - Throws: ``MacroProblem`` if the class is not final, if it is isolated to the main actor, or
  ///   if its identifier is wrong.
  init(
    _ attribute: AttributeSyntax,
    declaration: some DeclGroupSyntax
  ) throws(MacroProblem) {
    guard let type = declaration.as(ClassDeclSyntax.self) else {
      throw MacroProblem(.needsFinalClass, at: declaration.introducer)
    }
    guard type.modifiers.contains(where: { $0.name.tokenKind == .keyword(.final) }) else {
      throw MacroProblem(
        .needsFinalClass,
        at: declaration.introducer,
        fixIts: type.fixByWritingFinal()
      )
    }
    if let actor = type.attributes.all.first(where: { $0.plainName == "MainActor" }) {
      throw MacroProblem(.needsNonisolated, at: actor)
    }
    self.attribute = EntityAttribute(attribute)
    self.type = type
    variables = type.memberBlock.members.compactMap { $0.decl.as(VariableDeclSyntax.self) }
    properties = Self.columns(in: declaration)
    try checkIdentifier()
  }

  /// Returns the properties that are valid columns, in the order of their declaration.
  static func columns(in declaration: some DeclGroupSyntax) -> [ColumnDeclaration] {
    declaration.memberBlock.members.compactMap { member in
      guard let variable = member.decl.as(VariableDeclSyntax.self),
        variable.attribute("GraphStored") != nil, let property = try? NodeProperty(variable),
        property.owner == .instance
      else { return nil }
      return try? ColumnDeclaration(property)
    }
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
          fixIts: type.fixByRemovingIdentifier()
        )
      }
      if let alias = type.rawValueAlias {
        throw MacroProblem(
          .needsOneIdentifier,
          at: alias.name,
          fixIts: type.fixByRemovingIdentifier()
        )
      }
      return
    }
    guard let identifier = variables.first(where: { $0.declares("typedID") }) else {
      throw MacroProblem(.needsTypedID, at: type.name, fixIts: type.fixByWritingTypedID())
    }
    if identifier.bindingSpecifier.tokenKind != .keyword(.let) {
      let fix = identifier.fixByReplacingVar()
      throw MacroProblem(.needsConstantID, at: identifier.bindingSpecifier, fixIts: fix)
    }
    guard type.rawValueAlias == nil,
      identifier.bindings.first?.typeAnnotation?.type.trimmedDescription == "TypedID"
    else { return }
    throw MacroProblem(.needsRawValue, at: identifier.bindings, fixIts: type.fixByWritingRawValue())
  }

  /// The errors in the combination of several columns, in the primary key, and in names.
  ///
  /// A property's own macro cannot detect these errors, because it sees only one property.
  var problems: [MacroProblem] {
    [attribute.problem, keyProblem, keySourceProblem].compactMap { $0 } + duplicates
      + indexProblems + nullifyProblems
  }

  private var keyProblem: MacroProblem? {
    let written = type.rawValueAlias?.initializer.value
    if let count = (written ?? attribute.identifierType)?.compositeKeyCount,
      count != attribute.keyNames.count,
      let place = written.map({ Syntax($0) }) ?? attribute.identifier.map({ Syntax($0) })
    {
      return MacroProblem(.needsKeyColumns, at: place)
    }
    let missing = attribute.keyNames.indices.first { keyPart(attribute.keyNames[$0]) == nil }
    if let missing, !keyParts.isEmpty {
      return MacroProblem(.needsWholeKey, at: attribute.key[missing])
    }
    if let initializer, !keyParts.isEmpty {
      let fix = initializer.fixByWritingConvenience()
      return MacroProblem(.needsOwnInitializer, at: initializer.initKeyword, fixIts: fix)
    }
    return nil
  }

  private var duplicates: [MacroProblem] {
    var seen = Set(keyParts.isEmpty ? attribute.keyNames.map(SQLName.folded) : [])
    return properties.compactMap { column in
      if column.name == "id" { return MacroProblem(.needsOtherName, at: column.place) }
      if column.isReference { return nil }
      let isNew = seen.insert(SQLName.folded(column.columnName)).inserted
      return isNew ? nil : MacroProblem(.duplicateColumn, at: column.place)
    }
  }

  /// The errors for references by several columns that have the rule `.nullify` and share a column
  /// with the primary key or another property. SQLite would also set the shared column to NULL.
  private var nullifyProblems: [MacroProblem] {
    references.enumerated().compactMap { index, reference in
      guard let rule = reference.attribute.option("onDelete")?.as(FunctionCallExprSyntax.self),
        rule.arguments.first?.expression.optionName == "nullify"
      else { return nil }
      let others = columns + references.prefix(index)
      let taken = Set((others.flatMap(\.possibleNames) + attribute.keyNames).map(SQLName.folded))
      let isShared = reference.possibleNames.contains { taken.contains(SQLName.folded($0)) }
      return isShared ? MacroProblem(.needsOwnColumns, at: rule) : nil
    }
  }

  private var indexProblems: [MacroProblem] {
    let names = Set(
      (properties.flatMap(\.possibleNames) + attribute.keyNames).map(SQLName.folded)
    )
    let written = attribute.indexes.compactMap { $0.as(FunctionCallExprSyntax.self) }
      .flatMap(\.arguments).filter { $0.label == nil }.map(\.expression)
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
  /// The syntax that the compiler marks for an error in the column's name.
  ///
  /// It is the expression that contains the name, or the property if the column has a default name.
  fileprivate var place: Syntax {
    attribute.names.first.map { Syntax($0) } ?? Syntax(property.variable.bindings)
  }
}

extension TypeSyntax {
  /// The number of type arguments if this type is `CompositeKey<…>`, or nil for other types.
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
