import SwiftSyntax
import SwiftSyntaxMacros

extension MacroExpansionContext {
  /// Returns the name of a property's node in messages, such as "Outer.Inner.count".
  func nodeName(of property: NodeProperty) -> String {
    let types = lexicalContext.compactMap { context -> String? in
      if let named = context.asProtocol((any NamedDeclSyntax).self), context.isType {
        return named.name.text.filter { $0 != "`" }
      }
      return context.as(ExtensionDeclSyntax.self)?.extendedType.trimmedDescription
    }
    return (types.reversed() + [property.plainName]).joined(separator: ".")
  }

  /// Returns the keywords that declare a node which can be assigned again: `var` and its isolation.
  ///
  /// Only `init` assigns the node, before another thread can have a reference to the object. So the
  /// class can be `Sendable`. If the property is isolated to an actor, its node is isolated too,
  /// because the value may not be `Sendable` and the initial value may need the actor.
  func mutableNodeWords(for property: NodeProperty) -> String {
    let setter = property.access == "private " ? "" : "private(set) "
    let isIsolated = property.isIsolated || (isInActor && !property.isNonisolated)
    return setter + (isIsolated ? "var" : "nonisolated(unsafe) var")
  }

  /// Returns the Swift expression that creates a node. If the class conforms to `GraphObject`, the
  /// expression enables Observation.
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

  /// The attributes that the node takes over from the property: those for isolation and
  /// availability.
  var nodeAttributes: String {
    let shared = variable.attributes.all.filter { attribute in
      guard attribute.plainName == "available" else { return attribute.isGlobalActor }
      // A stored property of an object cannot have limited availability in Swift.
      return owner != .instance || attribute.description.contains("deprecated")
    }
    return shared.map { $0.trimmedDescription + "\n" }.joined()
  }

  /// The attributes of a node that can be assigned again. The runtime does not check each read for
  /// exclusive access, because only `init` assigns the node.
  var mutableNodeAttributes: String { "@exclusivity(unchecked)\n" + nodeAttributes }

  /// The keywords that declare a node which is assigned only once.
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
