import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

extension AttributeSyntax {
  /// The attribute's name without a module name.
  ///
  /// The result for `@StateGraph.GraphStored` is `GraphStored`.
  var plainName: String {
    if let member = attributeName.as(MemberTypeSyntax.self) { return member.name.text }
    return attributeName.as(IdentifierTypeSyntax.self)?.name.text
      ?? attributeName.trimmedDescription
  }

  /// Whether the attribute creates a node: `@GraphStored` or `@GraphComputed`.
  var makesNode: Bool { ["GraphStored", "GraphComputed"].contains(plainName) }

  /// Whether the attribute is a global actor, such as `@MainActor`.
  ///
  /// A macro sees only the name of the attribute. By convention, the name of a global actor ends
  /// with `Actor`.
  var isGlobalActor: Bool { plainName.hasSuffix("Actor") }

  /// Whether the attribute is a well-known property wrapper, such as `@Published`.
  ///
  /// A property wrapper replaces the storage, so the property cannot also have a node.
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

  /// Returns a fix-it that removes the first attribute with the same name as `macro`.
  func fixByRemoving(macro: AttributeSyntax) -> FixIt {
    fixByRemoving(attribute: attributes.all.first { $0.plainName == macro.plainName } ?? macro)
  }

  /// Returns an error if another attribute of the property conflicts with `attribute`. Returns nil
  /// if there is no conflict.
  ///
  /// If a property has several of the macros `@GraphStored` and `@GraphComputed`, only the first
  /// macro is expanded. Every later macro reports the conflict.
  func conflict(
    with attribute: AttributeSyntax,
    in context: some MacroExpansionContext
  ) -> MacroProblem? {
    let nodes = nodeAttributes
    if nodes.count > 1, let place = context.offset(of: attribute),
      let index = nodes.firstIndex(where: { context.offset(of: $0) == place }), index > 0
    {
      return MacroProblem(
        .needsOneMacro,
        at: attribute,
        fixIts: fixByRemoving(attribute: nodes[index])
      )
    }
    if let wrapper = attributes.all.first(where: \.isKnownWrapper) {
      return MacroProblem(.needsNoWrapper, at: wrapper, fixIts: fixByRemoving(attribute: wrapper))
    }
    if context.isObservable, !attributes.all.contains(where: { $0.plainName == ignoring }) {
      // The fix-it inserts the new attribute after this macro. If the new attribute came first, the
      // compiler would expand its accessors and not those of this macro.
      let fixIt = fix("Write '@\(ignoring)'") {
        $0.attributes.append(.attribute("@\(raw: ignoring) "))
      }
      return MacroProblem(.needsNoObservation, at: attribute, fixIts: fixIt)
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
  /// The position distinguishes two equal attributes of one declaration.
  fileprivate func offset(of node: some SyntaxProtocol) -> String? {
    location(of: node, at: .afterLeadingTrivia, filePathMode: .fileID).map {
      "\($0.line):\($0.column)"
    }
  }
}
