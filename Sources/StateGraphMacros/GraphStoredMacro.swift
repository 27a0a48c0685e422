import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@GraphStored`: accessors that go through the node, and the node. In an entity the value is a
/// column of its row instead, and the node is a face made on demand.
enum GraphStoredMacro {
  private static func property(
    _ attribute: AttributeSyntax,
    _ declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws(MacroProblem) -> NodeProperty {
    let property = try NodeProperty(attribute, on: declaration, in: context)
    guard !property.startsWithValue else { return property }
    let message: MacroMessage
    if property.owner != .instance {
      message = .needsInitialValue
    } else if attribute.backing != nil, context.columnIndex(of: property) == nil {
      message = .needsDefault
    } else {
      return property
    }
    throw MacroProblem(
      message,
      at: property.variable.bindings,
      property.variable.fixByWritingInitialValue()
    )
  }
}

extension GraphStoredMacro: AccessorMacro {
  static func expansion(
    of attribute: AttributeSyntax,
    providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    let property: NodeProperty
    do {
      property = try Self.property(attribute, declaration, in: context)
    } catch {
      // The peer expansion says the rest; once is enough.
      if error.isForPeer { return [] }
      throw error.asError
    }
    if let index = context.columnIndex(of: property) {
      return accessors(of: property, .column(index))
    }
    let storage = NodeStorage.node(of: property)
    guard property.owner == .instance else { return accessors(of: property, storage) }
    return [initAccessor(of: property, attribute, in: context)]
      + accessors(of: property, storage)
  }

  /// What setting the property in `init` does before everything else is there. Without an initial
  /// value that makes the node. With one the node is made, and may be captured already; the
  /// language brings the initial value this way, and what `init` sets after it.
  private static func initAccessor(
    of property: NodeProperty,
    _ attribute: AttributeSyntax,
    in context: some MacroExpansionContext
  ) -> AccessorDeclSyntax {
    let node = property.nodeName
    if property.startsWithValue {
      return """
        @storageRestrictions(accesses: \(raw: node))
        init(initialValue) {
          \(raw: node)._$initialize(\(raw: property.held("initialValue")))
        }
        """
    }
    let make = context.nodeMaker(property, attribute, "initialValue")
    return """
      @storageRestrictions(initializes: \(raw: node))
      init(initialValue) {
        \(raw: node) = \(raw: make)
      }
      """
  }

  private static func accessors(
    of property: NodeProperty,
    _ storage: NodeStorage
  ) -> [AccessorDeclSyntax] {
    let set = property.observers?.setter(of: property, storage) ?? [storage.write("newValue")]
    var accessors: [AccessorDeclSyntax] = [
      "get { \(raw: storage.read) }",
      "set { \(raw: set.joined(separator: "\n")) }",
    ]
    if let place = storage.place, property.observers?.allowsModify ?? true {
      let modify = property.observers?.modify(of: property, storage, place) ?? ["yield &\(place)"]
      accessors.append("_modify { \(raw: modify.joined(separator: "\n")) }")
    }
    return accessors
  }
}

extension GraphStoredMacro: PeerMacro {
  static func expansion(
    of attribute: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let property: NodeProperty
    do {
      property = try Self.property(attribute, declaration, in: context)
    } catch {
      if error.isForPeer { context.report(error) }
      return []
    }
    let before = property.nodeAttributes + property.access
    let after = "\(property.nodeName): StateGraph.Stored<\(property.valueType)>"
    if let index = context.columnIndex(of: property) {
      return ["\(raw: before)var \(raw: after) { _$entity.node(\(raw: index)) }"]
    }
    guard property.startsWithValue else {
      return ["\(raw: before)\(raw: property.constantNodeWords) \(raw: after)"]
    }
    // With an initial value the node is made before `init` runs, and `init` may still replace the
    // value or the node. Only the class itself can, and only `init` should.
    let initial = property.initialValue?.trimmedDescription ?? "nil"
    guard property.owner == .instance else {
      let node = context.nodeMaker(property, attribute, initial)
      return ["\(raw: before)\(raw: property.constantNodeWords) \(raw: after) = \(raw: node)"]
    }
    // A backing needs the value to know what it is without; in memory the init accessor brings it.
    let node =
      attribute.backing == nil
      ? context.uninitializedNode(property) : context.nodeMaker(property, attribute, initial)
    let words = property.access + context.mutableNodeWords(for: property)
    return [
      "\(raw: property.mutableNodeAttributes)\(raw: words) \(raw: after) = \(raw: node)"
    ]
  }
}

extension MacroExpansionContext {
  /// The expression that makes the node of a property that is no column.
  fileprivate func nodeMaker(
    _ property: NodeProperty,
    _ attribute: AttributeSyntax,
    _ value: String
  ) -> String {
    let backing = attribute.backing.map { ", backed: \($0.trimmedDescription)" } ?? ""
    return observable(
      ".init(wrappedValue: \(property.held(value))\(backing), name: \"\(nodeName(of: property))\")"
    )
  }

  /// The expression that makes a node which its property's init accessor gives the initial value.
  fileprivate func uninitializedNode(_ property: NodeProperty) -> String {
    observable(".init(uninitialized: \"\(nodeName(of: property))\")")
  }

  /// What names the property's place among its entity's columns, or nil where it is not in an
  /// entity. `@Entity` declares it: the context that is given here has no members in it to count.
  fileprivate func columnIndex(of property: NodeProperty) -> String? {
    guard property.owner == .instance, let type = lexicalContext.first?.as(ClassDeclSyntax.self),
      type.attributes.all.contains(where: { $0.plainName == "Entity" })
    else { return nil }
    return "_$Columns.\(property.name)"
  }
}

extension NodeProperty {
  /// `value` as the node holds it.
  fileprivate func held(_ value: String) -> String {
    reference == .strong ? value : "StateGraph.Weak(\(value))"
  }
}

extension AttributeSyntax {
  /// The argument of `backed:`, where the value is kept somewhere else than in memory or a row.
  fileprivate var backing: ExprSyntax? {
    guard case .argumentList(let list) = arguments,
      let backing = list.first(where: { $0.label?.text == "backed" })?.expression
    else { return nil }
    let callee = backing.as(FunctionCallExprSyntax.self)?.calledExpression ?? backing
    let name = callee.as(MemberAccessExprSyntax.self)?.declName.baseName.text
    return name == "memory" || name == "column" ? nil : backing
  }
}
