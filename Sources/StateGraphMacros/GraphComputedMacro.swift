import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@GraphComputed`: a getter that reads the node, and the node, which `init` assigns.
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
    return [
      "\(raw: property.access)let \(raw: property.nodeName): StateGraph.Computed<\(property.type)>"
    ]
  }
}
