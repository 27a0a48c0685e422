import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@GraphComputed`: a getter that reads the node, and the node. A plain one is assigned by `init`;
/// a relationship's, with `inverse:`, is made once by the entity's state and kept there.
enum GraphComputedMacro {}

extension GraphComputedMacro: AccessorMacro {
  static func expansion(
    of attribute: AttributeSyntax,
    providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    guard let property = NodeProperty(declaration, reportingTo: nil) else { return [] }
    return ["get { \(raw: property.nodeName).wrappedValue }"]
  }
}

extension GraphComputedMacro: PeerMacro {
  static func expansion(
    of attribute: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let property = NodeProperty(declaration, reportingTo: context) else { return [] }
    if let value = property.initialValue {
      context.report(.needsNoInitialValue, at: value)
      return []
    }
    guard case .argumentList(let arguments) = attribute.arguments else {
      return [
        """
        \(raw: property.access)let \(raw: property.nodeName): \
        StateGraph.Computed<\(property.type.trimmed)>
        """
      ]
    }
    return relationship(property, inverse: arguments.first?.expression, attribute, in: context)
  }

  private static func relationship(
    _ property: NodeProperty,
    inverse: ExprSyntax?,
    _ attribute: AttributeSyntax,
    in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    guard let array = property.type.as(ArrayTypeSyntax.self) else {
      context.report(.needsArrayOfEntities, at: property.type)
      return []
    }
    guard let keyPath = inverse?.as(KeyPathExprSyntax.self),
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
