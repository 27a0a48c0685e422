import SwiftSyntax
import SwiftSyntaxMacros

/// Implements `@Column`, an attribute that the macros `@GraphStored` and `@Entity` read.
///
/// This macro writes no code. It reports an error if the property is not a `@GraphStored` property
/// of an entity. The other two macros check the arguments.
enum ColumnMacro: PeerMacro {
  static func expansion(
    of attribute: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let variable = declaration.as(VariableDeclSyntax.self)
    if context.entityAttribute == nil || variable?.attribute("GraphStored") == nil {
      var problem = MacroProblem(.needsEntityProperty, at: attribute)
      problem.fixIts = variable.map { [$0.fixByRemoving(macro: attribute)] } ?? []
      context.report(problem)
    }
    return []
  }
}
