import SwiftSyntax
import SwiftSyntaxMacros

extension MacroExpansionContext {
  /// Returns the name of a property's node, which messages of the graph contain.
  ///
  /// The name contains the enclosing types, for example "Outer.Inner.count".
  func nodeName(of property: NodeProperty) -> String {
    let types = lexicalContext.compactMap { context -> String? in
      if let named = context.asProtocol((any NamedDeclSyntax).self), context.isType {
        return named.name.text.filter { $0 != "`" }
      }
      return context.as(ExtensionDeclSyntax.self)?.extendedType.trimmedDescription
    }
    return (types.reversed() + [property.plainName]).joined(separator: ".")
  }

  /// Returns the keywords for a node that `init` can assign again, such as `nonisolated(unsafe)
  /// var`.
  ///
  /// Only `init` assigns the node, before another thread can have a reference to the object. The
  /// class can therefore be `Sendable`.
  ///
  /// If the property is isolated to an actor, its node is isolated too. The value may not be
  /// `Sendable`, and the initial value may need the actor.
  func mutableNodeWords(for property: NodeProperty) -> String {
    let setter = property.access == "private " ? "" : "private(set) "
    let isIsolated = property.isIsolated || (isInActor && !property.isNonisolated)
    return setter + (isIsolated ? "var" : "nonisolated(unsafe) var")
  }

  /// Returns the source text that creates a node.
  ///
  /// In a class that conforms to `GraphObject`, the source text also enables Observation for the
  /// node.
  func observable(_ expression: String) -> String {
    let inherited = lexicalContext.first?.as(ClassDeclSyntax.self)?.inheritanceClause
    let isGraphObject = inherited?.inheritedTypes.contains { type in
      ["GraphObject", "StateGraph.GraphObject", "StateGraphCore.GraphObject"].contains(
        type.type.trimmedDescription
      )
    }
    return isGraphObject == true ? "StateGraphCore._$observable(\(expression))" : expression
  }

  private var isInActor: Bool {
    guard let type = lexicalContext.first else { return false }
    return type.is(ActorDeclSyntax.self)
      || type.as(ClassDeclSyntax.self)?.attributes.all.contains(where: \.isGlobalActor) == true
  }
}

extension NodeProperty {
  fileprivate var isIsolated: Bool { variable.attributes.all.contains(where: \.isGlobalActor) }

  fileprivate var isNonisolated: Bool {
    variable.modifiers.contains { $0.name.tokenKind == .keyword(.nonisolated) }
  }

  /// The attributes that the node copies from the property, each on its own line.
  ///
  /// The node copies global actors. It copies `@available` if Swift allows this attribute there.
  var nodeAttributes: String {
    let shared = variable.attributes.all.filter { attribute in
      guard attribute.plainName == "available" else { return attribute.isGlobalActor }
      // Swift does not allow `@available` with a version on stored properties of an object. A
      // deprecation is allowed.
      return owner != .instance || attribute.description.contains("deprecated")
    }
    return shared.map { $0.trimmedDescription + "\n" }.joined()
  }

  /// The attributes of a node that can be assigned again.
  ///
  /// `@exclusivity(unchecked)` removes a run-time check from each read. Only `init` assigns the
  /// node, so the check is unnecessary.
  var mutableNodeAttributes: String { "@exclusivity(unchecked)\n" + nodeAttributes }

  /// The keywords that declare a node for a single assignment, such as `nonisolated let`.
  var constantNodeWords: String {
    (owner == .type ? "static " : "") + (isNonisolated && owner == .instance ? "nonisolated " : "")
      + "let"
  }
}

extension Syntax {
  fileprivate var isType: Bool {
    self.is(ClassDeclSyntax.self) || self.is(StructDeclSyntax.self) || self.is(EnumDeclSyntax.self)
      || self.is(ActorDeclSyntax.self) || self.is(ProtocolDeclSyntax.self)
  }
}
