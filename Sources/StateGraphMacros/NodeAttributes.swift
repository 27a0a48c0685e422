import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

extension AttributeSyntax {
  /// The attribute's name without a module name.
  ///
  /// The name is `GraphStored` for `@GraphStored(…)` and for `@StateGraph.GraphStored`.
  var plainName: String {
    if let member = attributeName.as(MemberTypeSyntax.self) { return member.name.text }
    return attributeName.as(IdentifierTypeSyntax.self)?.name.text
      ?? attributeName.trimmedDescription
  }

  /// Whether the attribute is one of the macros that create a node: `@GraphStored` or
  /// `@GraphComputed`.
  var makesNode: Bool { ["GraphStored", "GraphComputed"].contains(plainName) }

  /// Whether the attribute is a global actor, such as `@MainActor`.
  ///
  /// A macro sees only the name of the attribute. This property therefore checks whether the name
  /// ends with `Actor`, as is the convention for global actors.
  var isGlobalActor: Bool { plainName.hasSuffix("Actor") }

  /// Whether the attribute is a well-known property wrapper, such as `@Published`.
  ///
  /// Such a wrapper replaces the storage of the property, so the property cannot have a node as
  /// well.
  fileprivate var isKnownWrapper: Bool {
    [
      "AccessibilityFocusState", "AppStorage", "Bindable", "Binding", "Environment",
      "EnvironmentObject", "FetchRequest", "FocusState", "GestureState", "ObservedObject",
      "Published", "Query", "SceneStorage", "State", "StateObject",
    ].contains(plainName)
  }
}

extension AttributeListSyntax {
  var all: [AttributeSyntax] { compactMap { $0.as(AttributeSyntax.self) } }
}

extension VariableDeclSyntax {
  var nodeAttributes: [AttributeSyntax] { attributes.all.filter(\.makesNode) }

  var fixesByRemovingNodeMacro: [FixIt] {
    nodeAttributes.prefix(1).map(fixByRemoving(attribute:))
  }

  /// Returns a fix-it that removes the first attribute that has the same name as `macro`.
  func fixByRemoving(macro: AttributeSyntax) -> FixIt {
    fixByRemoving(attribute: attributes.all.first { $0.plainName == macro.plainName } ?? macro)
  }

  /// Returns the error if another attribute conflicts with `attribute`, otherwise nil.
  ///
  /// If a property has several node macros, only the first one is expanded, and the others report
  /// the conflict.
  func conflict(
    with attribute: AttributeSyntax,
    in context: some MacroExpansionContext
  ) -> MacroProblem? {
    let nodes = nodeAttributes
    if nodes.count > 1, let place = context.offset(of: attribute),
      let index = nodes.firstIndex(where: { context.offset(of: $0) == place }), index > 0
    {
      return MacroProblem(.needsOneMacro, at: attribute, fixByRemoving(attribute: nodes[index]))
    }
    if let wrapper = attributes.all.first(where: \.isKnownWrapper) {
      return MacroProblem(.needsNoWrapper, at: wrapper, fixByRemoving(attribute: wrapper))
    }
    if context.isObservable, !attributes.all.contains(where: { $0.plainName == ignoring }) {
      // The fix-it inserts the new attribute after this macro. If it were before the macro, the
      // compiler would attribute the accessors to the new attribute.
      let fixIt = fix("Write '@\(ignoring)'") {
        $0.attributes.append(.attribute("@\(raw: ignoring) "))
      }
      return MacroProblem(.needsNoObservation, at: attribute, fixIt)
    }
    return nil
  }

  private var ignoring: String { "ObservationIgnored" }
}

extension MacroExpansionContext {
  fileprivate var isObservable: Bool {
    lexicalContext.first?.as(ClassDeclSyntax.self)?.attributes.all
      .contains { $0.plainName == "Observable" } ?? false
  }

  /// The line and column of a syntax node in the source file, or nil if they are unknown.
  ///
  /// They distinguish two equal attributes of one declaration.
  fileprivate func offset(of node: some SyntaxProtocol) -> String? {
    location(of: node, at: .afterLeadingTrivia, filePathMode: .fileID).map {
      "\($0.line):\($0.column)"
    }
  }
}
