import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// Implements `@GraphComputed`, which turns a property into a computed node of the graph.
///
/// A computed node is an object that computes a value from other nodes. The macro writes a property
/// for the node and a getter that reads the node. For an ordinary property, the class must assign
/// the node in `init`. For a relationship, the entity creates and stores the node.
enum GraphComputedMacro {
  private static func property(
    _ attribute: AttributeSyntax,
    declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws(MacroProblem) -> NodeProperty {
    let property = try NodeProperty(attribute, on: declaration, in: context)
    let variable = property.variable
    if property.owner != .instance {
      throw MacroProblem(
        .needsInstance,
        at: attribute,
        fixIts: variable.fixByRemoving(macro: attribute)
      )
    }
    if attribute.arguments == nil, context.entityAttribute != nil {
      throw MacroProblem(.needsRelationship, at: attribute)
    }
    if let value = property.initialValue {
      throw MacroProblem(
        .needsNoInitialValue,
        at: value,
        fixIts: variable.fixByRemovingInitialValue()
      )
    }
    if property.observers != nil, let block = variable.bindings.first?.accessorBlock {
      throw MacroProblem(.needsNoObservers, at: block)
    }
    let modifiers: [Keyword] = [.weak, .unowned]
    if let modifier = variable.modifiers.first(where: { modifier in
      modifiers.contains { modifier.name.tokenKind == .keyword($0) }
    }) {
      throw MacroProblem(
        .needsStrongReference,
        at: modifier,
        fixIts: variable.fixByRemoving(modifier: modifier)
      )
    }
    return property
  }
}

extension GraphComputedMacro: AccessorMacro {
  static func expansion(
    of attribute: AttributeSyntax,
    providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    do {
      let property = try Self.property(attribute, declaration: declaration, in: context)
      let get: AccessorDeclSyntax = "get { \(raw: property.nodeName).wrappedValue }"
      guard case .argumentList(let arguments) = attribute.arguments,
        let call = try? relationship(
          property,
          arguments: Array(arguments),
          attribute: attribute,
          in: context
        )
      else { return [get] }
      return [
        get,
        "set { _$entity._$relationships.assign(newValue, \(raw: call.arguments)) }",
        // Without this accessor, `append` would copy the array.
        """
        _modify {
          var edited = _$entity._$relationships.edit(
            \(property.type.trimmed).self, \(raw: call.arguments))
          defer {
            edited.finish()
          }
          yield &edited.children
        }
        """,
      ]
    } catch {
      return try context.accessors(despite: error)
    }
  }
}

extension GraphComputedMacro: PeerMacro {
  static func expansion(
    of attribute: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let property: NodeProperty
    do {
      property = try Self.property(attribute, declaration: declaration, in: context)
    } catch {
      if error.isForPeer { context.report(error) }
      return []
    }
    let words = property.nodeAttributes + property.access
    guard case .argumentList(let arguments) = attribute.arguments else {
      // The node has a placeholder as its initial value. All stored properties then have a value,
      // so a closure in `init` can capture `self`.
      let placeholder = context.observable(
        ".unassigned(name: \"\(context.nodeName(of: property))\")"
      )
      return [
        """
        \(raw: property.mutableNodeAttributes)\(raw: property.access)\
        \(raw: context.mutableNodeWords(for: property)) \(raw: property.nodeName): \
        StateGraphCore.Computed<\(raw: property.valueType)> = \(raw: placeholder)
        """
      ]
    }
    do {
      let call = try relationship(
        property,
        arguments: Array(arguments),
        attribute: attribute,
        in: context
      )
      let type = property.type.trimmed
      return [
        """
        \(raw: words)var \(raw: property.nodeName): StateGraphCore.Computed<\(type)> {
          _$entity._$relationships.\(raw: call.function)(\(raw: call.arguments))
        }
        """
      ]
    } catch {
      context.report(error)
      // The getter needs a node, so that the compiler reports only this error.
      let (name, type) = (property.nodeName, property.valueType)
      return [
        """
        \(raw: words)var \(raw: name): StateGraphCore.Computed<\(raw: type)> {
          Swift.preconditionFailure()
        }
        """
      ]
    }
  }

  /// Returns the call of the library function that creates the node of a relationship.
  ///
  /// The setter of the relationship has the same arguments.
  private static func relationship(
    _ property: NodeProperty,
    arguments: [LabeledExprSyntax],
    attribute: AttributeSyntax,
    in context: some MacroExpansionContext
  ) throws(MacroProblem) -> (function: String, arguments: String) {
    guard let array = property.type.as(ArrayTypeSyntax.self) else {
      throw MacroProblem(.needsArrayOfEntities, at: property.type)
    }
    let name = StringLiteralExprSyntax(content: property.plainName)
    if arguments.first?.label?.text == "through" {
      return ("manyToMany", try "\(link(attribute, in: context)), as: \(name)")
    }
    guard let path = arguments.first?.expression.as(KeyPathExprSyntax.self),
      let inverse = path.lastProperty
    else {
      throw MacroProblem(.needsKeyPath, at: attribute)
    }
    guard path.root?.isNamed(as: array.element) != false else {
      throw MacroProblem(.needsEntityOfInverse, at: property.type)
    }
    let closures = ["where", "order"].compactMap { label in
      attribute.arguments(labelled: label).first.map { ", \(label): \($0.trimmed)" }
    }
    if !closures.isEmpty, let owner = context.lexicalContext.first?.as(ClassDeclSyntax.self) {
      let subject = "\(path.trimmed), of: \(owner.name.text).self, as: \(name)"
      return ("filtered", subject + closures.joined())
    }
    let literal = StringLiteralExprSyntax(content: inverse)
    return ("oneToMany", "\(path.trimmed), \(literal), as: \(name)")
  }

  /// Returns the arguments for the join entity of a many-to-many relationship.
  ///
  /// A join entity has a reference to each of the two related entities. If the attribute contains
  /// only the type of the join entity, the library finds these references by their types.
  private static func link(
    _ attribute: AttributeSyntax,
    in context: some MacroExpansionContext
  ) throws(MacroProblem) -> String {
    let link = attribute.arguments(labelled: "through")
    let order = attribute.arguments(labelled: "order").first
    let ordered = order.map { ", order: \($0.trimmed)" } ?? ""
    if link.count == 1, let type = link[0].as(MemberAccessExprSyntax.self)?.base,
      let owner = context.lexicalContext.first?.as(ClassDeclSyntax.self)?.name.text
    {
      return "through: \(type.trimmed).self, of: \(owner).self\(ordered)"
    }
    let paths = link.compactMap { $0.as(KeyPathExprSyntax.self) }
    guard paths.count == 2, let type = paths[0].root else {
      throw MacroProblem(.needsOnlyOneLink, at: attribute)
    }
    return "through: \(type.trimmed).self, owner: \(paths[0].trimmed), target: \(paths[1].trimmed)"
      + ordered
  }
}

extension KeyPathExprSyntax {
  /// The name of the last property in a key path, for example `author` for `\Post.author`.
  fileprivate var lastProperty: String? {
    components.last?.component.as(KeyPathPropertyComponentSyntax.self)?
      .declName.baseName.text.filter { $0 != "`" }
  }
}
