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
  "GraphView": MacroSpec(type: GraphViewMacro.self),
  "GraphIgnored": MacroSpec(type: GraphIgnoredMacro.self),
  "Entity": MacroSpec(type: EntityMacro.self, conformances: ["Entity"]),
]

/// Compares what the macros make of `source` with a snapshot, text and diagnostics alike. `fixed`
/// is what applying every fix of the diagnostics leaves.
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
    applyFixIts: fixed == nil ? nil : diagnostics.flatMap { $0.fixIts.map(\.message) },
    fixedSource: fixed,
    indentationWidth: .spaces(2),
    failureHandler: { failure in Issue.record("\(failure.message)", sourceLocation: location) }
  )
}

/// Expects one member of a class to be refused at `column`, once, and not to be expanded; and the
/// fix that is offered, if one is, to leave `fixed`.
func expectRefusal(
  _ member: String,
  _ message: String,
  column: Int,
  fix: String? = nil,
  fixed: String? = nil,
  in type: String = "final class M",
  at location: Testing.SourceLocation = #_sourceLocation
) {
  var plain = member
  for attribute in macros.keys { plain = plain.replacing("@\(attribute) ", with: "") }
  expectExpansion(
    "\(type) {\n  \(member)\n}",
    "\(type) {\n  \(plain)\n}",
    diagnostics: [
      DiagnosticSpec(
        message: message,
        line: 2,
        column: column,
        fixIts: fix.map { [FixItSpec(message: $0)] } ?? []
      )
    ],
    fixed: fixed.map { "\(type) {\n  \($0)\n}" },
    at: location
  )
}
