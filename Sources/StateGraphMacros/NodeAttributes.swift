import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

extension AttributeSyntax {
  /// `GraphStored` of `@GraphStored(…)` and of `@StateGraph.GraphStored`.
  var plainName: String {
    if let member = attributeName.as(MemberTypeSyntax.self) { return member.name.text }
    return attributeName.as(IdentifierTypeSyntax.self)?.name.text
      ?? attributeName.trimmedDescription
  }

  /// Whether the attribute is a macro that creates the property's node.
  var makesNode: Bool { ["GraphStored", "GraphComputed"].contains(plainName) }

  /// Whether the attribute is a global actor. The macro sees only its name: by convention, names of
  /// global actors end with `Actor`.
  var isGlobalActor: Bool { plainName.hasSuffix("Actor") }

  /// Whether the attribute is a known property wrapper or macro that replaces the property's
  /// storage.
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

  /// Removes the first attribute of this name.
  func fixByRemoving(macro: AttributeSyntax) -> FixIt {
    fixByRemoving(attribute: attributes.all.first { $0.plainName == macro.plainName } ?? macro)
  }

  /// The problem of another attribute that conflicts with `attribute`. Of several node macros, the
  /// first one expands, and the others report the conflict.
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
      // Inserted after this macro: before it, the compiler would attribute the accessors to it.
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

  /// The position of a node, which distinguishes two attributes of one declaration.
  fileprivate func offset(of node: some SyntaxProtocol) -> String? {
    location(of: node, at: .afterLeadingTrivia, filePathMode: .fileID).map {
      "\($0.line):\($0.column)"
    }
  }
}
