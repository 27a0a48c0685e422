import SwiftSyntax
import SwiftSyntaxMacros

/// Implements `@GraphComputed(inverse:)` for an inverse property that has no setter.
///
/// The compiler chooses this macro by the type of the key path. The relationship can only be read,
/// because an assignment would set the inverse property.
enum ReadOnlyRelationshipMacro {}

extension ReadOnlyRelationshipMacro: AccessorMacro {
  static func expansion(
    of attribute: AttributeSyntax,
    providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    let accessors = try GraphComputedMacro.expansion(
      of: attribute,
      providingAccessorsOf: declaration,
      in: context
    )
    return accessors.filter { $0.accessorSpecifier.tokenKind == .keyword(.get) }
  }
}

extension ReadOnlyRelationshipMacro: PeerMacro {
  static func expansion(
    of attribute: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    try GraphComputedMacro.expansion(of: attribute, providingPeersOf: declaration, in: context)
  }
}
