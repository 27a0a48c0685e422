import SwiftSyntax
import SwiftSyntaxMacros

/// Implements `@Column`, an attribute that `@GraphStored` and `@Entity` read. This macro itself
/// writes no code. It only reports an attribute at a wrong place. Wrong arguments are reported by
/// the other two macros.
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
