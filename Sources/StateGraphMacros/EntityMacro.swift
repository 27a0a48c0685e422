import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@Entity`: the table definition, the initialisers, the conformance.
enum EntityMacro {}

extension EntityMacro: MemberMacro {
  static func expansion(
    of attribute: AttributeSyntax,
    providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let entity = EntityDeclaration(attribute, declaration, reportingTo: context) else {
      return []
    }
    var members: [DeclSyntax] = [
      stateProperty(entity),
      columnIndexes(entity),
      """
      \(raw: entity.access)init(_ row: StateGraphPersistence.EntityRow<\(raw: entity.name)>) {
        self.typedID = row.typedID
      }
      """,
    ]
    if !entity.hasInitializer { members.append(memberwiseInitializer(entity)) }
    return members
  }

  private static func stateProperty(_ entity: EntityDeclaration) -> DeclSyntax {
    let initialValues = entity.columns.enumerated().compactMap { index, column in
      column.initialValue.map { "\(index): .init(\($0) as \(column.type))" }
    }
    let dictionary = initialValues.isEmpty ? ":" : initialValues.joined(separator: ", ")
    return """
      \(raw: entity.access)let _$entity = StateGraphPersistence.EntityState.make(
        for: \(raw: entity.name).self, initialValues: [\(raw: dictionary)])
      """
  }

  private static func columnIndexes(_ entity: EntityDeclaration) -> DeclSyntax {
    let lines = entity.columns.enumerated().map { index, column in
      "\n  static var \(column.name): Int { \(index) }"
    }
    return "private enum _$Columns {\(raw: lines.joined())\n}"
  }

  private static func memberwiseInitializer(_ entity: EntityDeclaration) -> DeclSyntax {
    var parameters = ["id: TypedIdentifierRawValue"]
    for column in entity.columns {
      let preset = column.initialValue.map { " = \($0)" } ?? ""
      parameters.append("\(column.name): \(column.type)\(preset)")
    }
    let values = entity.columns.map { ".init(\($0.name))" }.joined(separator: ", ")
    return """
      \(raw: entity.access)init(\(raw: parameters.joined(separator: ", "))) {
        self.typedID = .init(id)
        self._$entity.initialize(self.typedID.raw, [\(raw: values)])
      }
      """
  }
}

extension EntityMacro: ExtensionMacro {
  static func expansion(
    of attribute: AttributeSyntax,
    attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    guard let entity = EntityDeclaration(attribute, declaration, reportingTo: nil) else {
      return []
    }
    let columns = entity.columns.map { column in
      let label = column.columnName == nil ? "base" : "column"
      let name = column.columnName ?? SQLName.column(forProperty: column.name)
      return """

              .init(
                "\(column.name)", \(column.type).self, \(label): "\(name)",
                path: \\\(entity.name).\(column.name)),
        """
    }
    let declaration: DeclSyntax = """
      extension \(type.trimmed): StateGraphPersistence.Entity {
        \(raw: entity.access)static let _$definition = StateGraphPersistence.EntityDefinition(
          table: \(literal: entity.table),
          columns: [\(raw: columns.joined())
          ])
      }
      """
    return [declaration.cast(ExtensionDeclSyntax.self)]
  }
}
