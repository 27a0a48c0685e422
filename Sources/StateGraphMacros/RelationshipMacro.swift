import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@GraphComputed(inverse: \Post.author)`: a getter that reads the relationship's node, and the
/// node, which the entity's state makes once and keeps.
enum RelationshipMacro {}

extension RelationshipMacro: AccessorMacro {
  static func expansion(
    of attribute: AttributeSyntax,
    providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    guard let property = NodeProperty(declaration, reportingTo: nil) else { return [] }
    return ["get { \(raw: property.nodeName).wrappedValue }"]
  }
}

extension RelationshipMacro: PeerMacro {
  static func expansion(
    of attribute: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let property = NodeProperty(declaration, reportingTo: context) else { return [] }
    guard let array = property.type.as(ArrayTypeSyntax.self) else {
      context.report(.needsArrayOfEntities, at: property.type)
      return []
    }
    guard case .argumentList(let arguments) = attribute.arguments,
      let keyPath = arguments.first?.expression.as(KeyPathExprSyntax.self),
      let last = keyPath.components.last?.component.as(KeyPathPropertyComponentSyntax.self)
    else {
      context.report(.needsKeyPath, at: attribute)
      return []
    }
    let inverse = last.declName.baseName.text
    return [
      """
      \(raw: property.access)var \(raw: property.nodeName): \
      StateGraph.Computed<[\(array.element.trimmed)]> {
        _$entity.oneToMany(\(keyPath.trimmed), \(literal: inverse), as: \(literal: property.name))
      }
      """
    ]
  }
}
