import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@GraphStored`: accessors that go through the node, and the node.
enum GraphStoredMacro {}

extension GraphStoredMacro: AccessorMacro {
  static func expansion(
    of attribute: AttributeSyntax,
    providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    // The peer expansion reports; once is enough.
    guard let property = NodeProperty(declaration, reportingTo: nil) else { return [] }
    let node = property.nodeName
    let make = nodeMaker(in: context)
    return [
      """
      @storageRestrictions(initializes: \(raw: node))
      init(initialValue) {
        \(raw: node) = \(raw: make)(wrappedValue: initialValue)
      }
      """,
      "get { \(raw: node).wrappedValue }",
      "set { \(raw: node).wrappedValue = newValue }",
      "_modify { yield &\(raw: node).wrappedValue }",
    ]
  }
}

extension GraphStoredMacro: PeerMacro {
  static func expansion(
    of attribute: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let property = NodeProperty(declaration, reportingTo: context) else { return [] }
    let type = property.type
    let node = property.nodeName
    guard property.initialValue != nil || property.isOptional else {
      return ["\(raw: property.access)let \(raw: node): StateGraph.Stored<\(type)>"]
    }
    // With an initial value the node is made before `init` runs, and `init` may still replace the
    // value or the node. Only the class itself can, and only `init` should.
    let initial = property.initialValue ?? "nil"
    return [
      """
      \(raw: property.access)private(set) nonisolated(unsafe) var \(raw: node): \
      StateGraph.Stored<\(type)> = \(raw: nodeMaker(in: context))(wrappedValue: \(initial))
      """
    ]
  }

  /// In an entity the node is a column's.
  private static func nodeMaker(in context: some MacroExpansionContext) -> String {
    context.lexicalContext.contains { $0.isEntityClass } ? ".column" : ".init"
  }
}

extension Syntax {
  fileprivate var isEntityClass: Bool {
    guard let declaration = self.as(ClassDeclSyntax.self) else { return false }
    return declaration.attributes.contains {
      $0.as(AttributeSyntax.self)?.attributeName.trimmedDescription == "Entity"
    }
  }
}
