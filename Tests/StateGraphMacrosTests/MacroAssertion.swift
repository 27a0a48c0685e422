import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacros
import SwiftSyntaxMacrosGenericTestSupport
import Testing

@testable import StateGraphMacros

let macros: [String: MacroSpec] = [
  "GraphStored": MacroSpec(type: GraphStoredMacro.self),
  "GraphComputed": MacroSpec(type: GraphComputedMacro.self),
  "Entity": MacroSpec(type: EntityMacro.self, conformances: ["Entity"]),
]

/// Compares what the macros make of `source` with a snapshot, text and diagnostics alike.
func expectExpansion(
  _ source: String,
  _ expanded: String,
  diagnostics: [DiagnosticSpec] = [],
  fixed: String? = nil,
  at location: Testing.SourceLocation = #_sourceLocation
) {
  assertMacroExpansion(
    source,
    expandedSource: expanded,
    diagnostics: diagnostics,
    macroSpecs: macros,
    applyFixIts: fixed == nil ? nil : ["Replace 'let' with 'var'"],
    fixedSource: fixed,
    indentationWidth: .spaces(2),
    failureHandler: { failure in Issue.record("\(failure.message)", sourceLocation: location) }
  )
}
