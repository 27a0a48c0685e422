import SwiftSyntax
import SwiftSyntaxMacros

/// `@Column`: an attribute that `@GraphStored` and `@Entity` read. Its own expansion only reports a
/// wrong place; the other macros report wrong arguments.
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
