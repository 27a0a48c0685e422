import SwiftCompilerPlugin
import SwiftSyntaxMacros

@main
struct StateGraphPlugin: CompilerPlugin {
  let providingMacros: [any Macro.Type] = [
    ColumnMacro.self,
    EntityMacro.self,
    GraphComputedMacro.self,
    GraphIgnoredMacro.self,
    GraphStoredMacro.self,
    GraphViewMacro.self,
    ReadOnlyRelationshipMacro.self,
  ]
}
