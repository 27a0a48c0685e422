import SwiftSyntax
import SwiftSyntaxMacros

/// What `@Entity` reads off a class.
struct EntityDeclaration {
  struct Column {
    let name: String
    let type: String
    let initialValue: String?
    /// As written in `backed: .column("…")`.
    let columnName: String?
  }

  let name: String
  let table: String
  let access: String
  let columns: [Column]
  let hasInitializer: Bool

  init?(
    _ attribute: AttributeSyntax,
    _ declaration: some DeclGroupSyntax,
    reportingTo context: (any MacroExpansionContext)?
  ) {
    guard let type = declaration.as(ClassDeclSyntax.self),
      type.modifiers.contains(where: { $0.name.tokenKind == .keyword(.final) })
    else {
      context?.report(.needsFinalClass, at: declaration.introducer)
      return nil
    }
    let variables = type.memberBlock.members.compactMap { $0.decl.as(VariableDeclSyntax.self) }
    guard variables.contains(where: { $0.declares("typedID") }) else {
      context?.report(.needsTypedID, at: type.name)
      return nil
    }
    name = type.name.text
    table = attribute.stringArgument("table") ?? SQLName.table(forType: type.name.text)
    access = type.modifiers.accessWords.replacing("final ", with: "")
    columns = variables.compactMap { Column($0) }
    hasInitializer = type.memberBlock.members.contains { $0.decl.is(InitializerDeclSyntax.self) }
    var seen: Set<String> = []
    for (column, variable) in zip(columns, variables.filter { Column($0) != nil })
    where !seen.insert(column.columnName ?? SQLName.column(forProperty: column.name)).inserted {
      context?.report(.duplicateColumn, at: variable.bindings)
    }
  }
}

extension EntityDeclaration.Column {
  init?(_ variable: VariableDeclSyntax) {
    guard let attribute = variable.attribute("GraphStored"),
      let property = try? NodeProperty(variable), property.owner == .instance
    else { return nil }
    name = property.name
    type = property.type.trimmedDescription
    initialValue = property.initialValue?.trimmedDescription ?? (property.isOptional ? "nil" : nil)
    columnName = attribute.columnBacking
  }
}

extension VariableDeclSyntax {
  fileprivate func declares(_ name: String) -> Bool {
    bindings.contains { $0.pattern.trimmedDescription == name }
  }

  fileprivate func attribute(_ name: String) -> AttributeSyntax? {
    attributes.compactMap { $0.as(AttributeSyntax.self) }
      .first { $0.attributeName.trimmedDescription == name }
  }
}

extension AttributeSyntax {
  fileprivate func stringArgument(_ label: String) -> String? {
    guard case .argumentList(let list) = arguments else { return nil }
    return list.first { $0.label?.text == label }?.expression
      .as(StringLiteralExprSyntax.self)?.representedLiteralValue
  }

  /// The name in `backed: .column("name")`.
  fileprivate var columnBacking: String? {
    guard case .argumentList(let list) = arguments,
      let call = list.first(where: { $0.label?.text == "backed" })?.expression
        .as(FunctionCallExprSyntax.self),
      call.calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text == "column"
    else { return nil }
    return call.arguments.first?.expression.as(StringLiteralExprSyntax.self)?
      .representedLiteralValue
  }
}
