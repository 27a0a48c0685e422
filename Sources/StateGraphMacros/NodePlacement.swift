import SwiftSyntax
import SwiftSyntaxMacros

extension MacroExpansionContext {
  /// "Outer.Inner.count" for a property of a nested type: how a person names it.
  func nodeName(of property: NodeProperty) -> String {
    let types = lexicalContext.compactMap { context -> String? in
      if let named = context.asProtocol((any NamedDeclSyntax).self), context.isType {
        return named.name.text.filter { $0 != "`" }
      }
      return context.as(ExtensionDeclSyntax.self)?.extendedType.trimmedDescription
    }
    return (types.reversed() + [property.plainName]).joined(separator: ".")
  }

  /// The words before a node that can be assigned again: `var`, and for whom it is safe.
  ///
  /// In a class that may be `Sendable` the node is written in `init` alone, which nobody sees
  /// running. Where the property is isolated, its node is too: the node may then hold what is not
  /// `Sendable`, and its initial value may need the actor.
  func mutableNodeWords(for property: NodeProperty) -> String {
    let setter = property.access == "private " ? "" : "private(set) "
    let isIsolated = property.isIsolated || (isInActor && !property.isNonisolated)
    return setter + (isIsolated ? "var" : "nonisolated(unsafe) var")
  }

  /// `expression`, which makes a node, where the enclosing class is a `GraphObject` in such a way
  /// that the node takes part in Observation.
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

  /// What the node has in common with the property: its isolation, and who is told not to use it.
  var nodeAttributes: String {
    let shared = variable.attributes.all.filter { attribute in
      guard attribute.plainName == "available" else { return attribute.isGlobalActor }
      // A stored property of an object is there on every system or on none.
      return owner != .instance || attribute.description.contains("deprecated")
    }
    return shared.map { $0.trimmedDescription + "\n" }.joined()
  }

  /// Before a node that can be assigned again: nobody writes it while somebody reads, so the
  /// runtime need not check for that at every read.
  var mutableNodeAttributes: String { "@exclusivity(unchecked)\n" + nodeAttributes }

  /// The words before a node that is assigned once.
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
