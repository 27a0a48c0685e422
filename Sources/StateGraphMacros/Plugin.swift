import SwiftCompilerPlugin
import SwiftSyntaxMacros

@main
struct StateGraphPlugin: CompilerPlugin {
  let providingMacros: [any Macro.Type] = [
    EntityMacro.self,
    GraphComputedMacro.self,
    GraphStoredMacro.self,
  ]
}
