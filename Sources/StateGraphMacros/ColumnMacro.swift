import SwiftSyntax
import SwiftSyntaxMacros

/// `@Column`: a mark that `@GraphStored` and `@Entity` read. Only says where it cannot be; what is
/// wrong inside of it is said by those.
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
