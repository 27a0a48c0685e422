import SwiftDiagnostics
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
  "ReadOnlyRelationship": MacroSpec(type: ReadOnlyRelationshipMacro.self),
  "GraphView": MacroSpec(type: GraphViewMacro.self),
  "GraphIgnored": MacroSpec(type: GraphIgnoredMacro.self),
  "Column": MacroSpec(type: ColumnMacro.self),
  "Entity": MacroSpec(type: EntityMacro.self, conformances: ["Entity"]),
]

/// Compares the expansion of `source` with a snapshot, text and diagnostics alike. `fixed` is the
/// source after every fix of the diagnostics.
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

/// A diagnostic of the macros: the token at its place, its message, and the declaration after its
/// fix.
struct Complaint: Equatable, CustomStringConvertible {
  let token: String
  let message: String
  var fixed: String?

  var description: String { "at '\(token)': \(message) → \(fixed ?? "no fix")" }
}

/// Returns the diagnostics of the macros for `source`, each with `tokenLength` characters of the
/// token.
func complaints(about source: String, tokenLength: Int) -> [Complaint] {
  let file = SourceFileSyntax(stringLiteral: source)
  let context = BasicMacroExpansionContext(
    sourceFiles: [file: .init(moduleName: "M", fullFilePath: "M.swift")]
  )
  let expanded = file.expand(
    macroSpecs: macros,
    contextGenerator: { syntax in
      BasicMacroExpansionContext(
        sharingWith: context,
        lexicalContext: syntax.allMacroLexicalContexts()
      )
    },
    indentationWidth: .spaces(2)
  )
  precondition(!expanded.description.isEmpty)
  return context.diagnostics.map { diagnostic in
    let place = context.location(
      for: diagnostic.position,
      anchoredAt: diagnostic.node,
      fileName: "M.swift"
    )
    let line = source.split(separator: "\n", omittingEmptySubsequences: false)[place.line - 1]
    let rest = String(decoding: line.utf8.dropFirst(place.column - 1), as: UTF8.self)
    var fixed: String?
    if let change = diagnostic.fixIts.first?.changes.first, case .replace(_, let new) = change {
      fixed = new.trimmedDescription
    }
    return Complaint(
      token: String(rest.prefix(tokenLength)),
      message: diagnostic.message,
      fixed: fixed
    )
  }
}

/// Expects the macros to complain once about `source`, at `token`.
func expectComplaint(
  _ source: String,
  at token: String,
  _ message: String,
  fixed: String? = nil,
  location: Testing.SourceLocation = #_sourceLocation
) {
  let found = complaints(about: source, tokenLength: token.count)
  let expected = [Complaint(token: token, message: message, fixed: fixed)]
  #expect(found == expected, sourceLocation: location)
}

/// Expects the macros to complain once about a member of an entity, at `token`.
func expectColumnComplaint(
  _ member: String,
  at token: String,
  _ message: String,
  fixed: String? = nil,
  location: Testing.SourceLocation = #_sourceLocation
) {
  let source = """
    @Entity final class Thing {
      typealias TypedIdentifierRawValue = String
      let typedID: TypedID
      \(member)
    }
    """
  expectComplaint(source, at: token, message, fixed: fixed, location: location)
}
