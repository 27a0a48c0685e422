import SwiftCompilerPlugin
import SwiftSyntaxMacros

@main
struct StateGraphPlugin: CompilerPlugin {
  let providingMacros: [any Macro.Type] = []
}
