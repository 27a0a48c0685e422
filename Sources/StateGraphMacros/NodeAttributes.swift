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

  /// Whether this makes the property's node.
  var makesNode: Bool { ["GraphStored", "GraphComputed"].contains(plainName) }

  /// Whether this isolates what it is on. An attribute's meaning is not known here, its name is;
  /// the language's and everybody's global actors end alike.
  var isGlobalActor: Bool { plainName.hasSuffix("Actor") }

  /// Whether this is a property wrapper or a macro that is known to want the storage for itself.
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

  /// Removes the attribute of this name that stands first.
  func fixByRemoving(macro: AttributeSyntax) -> FixIt {
    fixByRemoving(attribute: attributes.all.first { $0.plainName == macro.plainName } ?? macro)
  }

  /// What else is on the property and cannot be there together with `attribute`. The first of
  /// several node macros does its work and the later ones say this, so that it is said once.
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
      // Behind this macro: before it, the compiler takes the accessors for that one's.
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

  /// Something to tell two attributes of one declaration apart by.
  fileprivate func offset(of node: some SyntaxProtocol) -> String? {
    location(of: node, at: .afterLeadingTrivia, filePathMode: .fileID).map {
      "\($0.line):\($0.column)"
    }
  }
}
