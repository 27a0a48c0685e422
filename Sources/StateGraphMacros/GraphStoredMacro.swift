import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@GraphStored`: accessors that go through the node, and the node. In an entity the value is a
/// column of its row instead, and the node is a face made on demand.
enum GraphStoredMacro {}

extension GraphStoredMacro: AccessorMacro {
  static func expansion(
    of attribute: AttributeSyntax,
    providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    // The peer expansion reports; once is enough.
    guard let property = NodeProperty(declaration, reportingTo: nil) else { return [] }
    if let index = context.columnIndex(of: property) {
      return [
        "get { _$entity.read(\(raw: index)) }",
        "set { _$entity.write(\(raw: index), newValue) }",
      ]
    }
    let node = property.nodeName
    return [
      """
      @storageRestrictions(initializes: \(raw: node))
      init(initialValue) {
        \(raw: node) = .init(wrappedValue: initialValue)
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
    let node =
      "\(property.access)%@ \(property.nodeName): StateGraph.Stored<\(property.type.trimmed)>"
    if let index = context.columnIndex(of: property) {
      return ["\(raw: node.replacing("%@", with: "var")) { _$entity.node(\(raw: index)) }"]
    }
    guard property.initialValue != nil || property.isOptional else {
      return ["\(raw: node.replacing("%@", with: "let"))"]
    }
    // With an initial value the node is made before `init` runs, and `init` may still replace the
    // value or the node. Only the class itself can, and only `init` should.
    let words = "private(set) nonisolated(unsafe) var"
    let initial = property.initialValue?.trimmed ?? "nil"
    return ["\(raw: node.replacing("%@", with: words)) = .init(wrappedValue: \(initial))"]
  }
}

extension MacroExpansionContext {
  /// What names the property's place among its entity's columns, or nil where it is not in an
  /// entity. `@Entity` declares it: the context that is given here has no members in it to count.
  fileprivate func columnIndex(of property: NodeProperty) -> String? {
    guard let type = lexicalContext.first?.as(ClassDeclSyntax.self),
      type.attributes.contains(where: {
        $0.as(AttributeSyntax.self)?.attributeName.trimmedDescription == "Entity"
      })
    else { return nil }
    return "_$Columns.\(property.name)"
  }
}
