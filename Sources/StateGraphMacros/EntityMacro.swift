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
      "\(raw: entity.access)let _$entity = StateGraphPersistence.EntityState()",
      rowInitializer(entity),
      """
      \(raw: entity.access)var _$columns: [any StateGraphPersistence.ColumnNode] {
        [\(raw: entity.columns.map(\.node).joined(separator: ", "))]
      }
      """,
      """
      \(raw: entity.access)var _$relationships: [any StateGraphPersistence.RelationshipNode] {
        [\(raw: entity.relationships.map { "_" + $0 }.joined(separator: ", "))]
      }
      """,
    ]
    if !entity.hasInitializer { members.append(memberwiseInitializer(entity)) }
    return members
  }

  private static func rowInitializer(_ entity: EntityDeclaration) -> DeclSyntax {
    let lines = entity.columns.enumerated().map { index, column in
      "\n  self.\(column.node) = row.column(\(index))"
    }
    return """
      \(raw: entity.access)init(_ row: StateGraphPersistence.EntityRow<\(raw: entity.name)>) {
        self.typedID = row.typedID\(raw: lines.joined())
      }
      """
  }

  private static func memberwiseInitializer(_ entity: EntityDeclaration) -> DeclSyntax {
    var parameters = ["id: TypedIdentifierRawValue"]
    var lines = ["\n  self.typedID = .init(id)"]
    for column in entity.columns {
      let preset = column.initialValue.map { " = \($0)" } ?? ""
      parameters.append("\(column.name): \(column.type)\(preset)")
      lines.append("\n  self.\(column.name) = \(column.name)")
    }
    return """
      \(raw: entity.access)init(\(raw: parameters.joined(separator: ", "))) {\(raw: lines.joined())
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
    guard let entity = EntityDeclaration(attribute, declaration, reportingTo: nil) else { return [] }
    let columns = entity.columns.map { column in
      let name = column.columnName.map { ", column: \"\($0)\"" } ?? ""
      return "\n      .init(\"\(column.name)\", \(column.type).self\(name)),"
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
