import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// A property that one of the node macros is on, once it has been found fit for it.
struct NodeProperty {
  let name: String
  /// As it stands in the source, so that a diagnostic can point at it. Trim it where it is
  /// repeated.
  let type: TypeSyntax
  let initialValue: ExprSyntax?
  /// The access words of the property, with a trailing space, for the peer to repeat.
  let access: String

  /// The name without back-ticks, to put a `$` before.
  var nodeName: String { "$" + name.filter { $0 != "`" } }

  var isOptional: Bool {
    type.is(OptionalTypeSyntax.self) || type.trimmedDescription.hasPrefix("Optional<")
  }

  /// Reads the declaration, or reports what is wrong with it (where `context` is given) and returns
  /// nil.
  init?(_ declaration: some DeclSyntaxProtocol, reportingTo context: (any MacroExpansionContext)?) {
    guard let variable = declaration.as(VariableDeclSyntax.self) else { return nil }
    guard variable.bindingSpecifier.tokenKind == .keyword(.var) else {
      context?.report(
        .needsVariable,
        at: variable.bindingSpecifier,
        fixIts: [
          .replace(
            message: FixItText(message: "Replace 'let' with 'var'"),
            oldNode: variable.bindingSpecifier,
            newNode: variable.bindingSpecifier.with(\.tokenKind, .keyword(.var))
          )
        ]
      )
      return nil
    }
    guard variable.bindings.count == 1, let binding = variable.bindings.first,
      let pattern = binding.pattern.as(IdentifierPatternSyntax.self)
    else {
      context?.report(.needsOneName, at: variable.bindings)
      return nil
    }
    if let accessors = binding.accessorBlock {
      context?.report(.needsStoredProperty, at: accessors)
      return nil
    }
    guard let type = binding.typeAnnotation?.type ?? binding.initializer?.value.literalType else {
      context?.report(.needsType, at: pattern)
      return nil
    }
    name = pattern.identifier.text
    self.type = type
    initialValue = binding.initializer?.value
    access = variable.modifiers.accessWords
  }
}

extension DeclModifierListSyntax {
  /// `public ` or the like. A setter's own level (`private(set)`) is not the node's.
  var accessWords: String {
    let words: [Keyword] = [.public, .package, .fileprivate, .private, .internal]
    let found = first { modifier in
      modifier.detail == nil && words.contains { modifier.name.tokenKind == .keyword($0) }
    }
    return found.map { $0.name.text + " " } ?? ""
  }
}

extension ExprSyntax {
  /// The type of a literal, for `var count = 0`.
  fileprivate var literalType: TypeSyntax? {
    if self.is(IntegerLiteralExprSyntax.self) { return "Int" }
    if self.is(FloatLiteralExprSyntax.self) { return "Double" }
    if self.is(BooleanLiteralExprSyntax.self) { return "Bool" }
    if self.is(StringLiteralExprSyntax.self) { return "String" }
    return nil
  }
}
