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
  ) throws(MacroProblem) -> (NodeProperty, ColumnDeclaration?) {
    let property = try NodeProperty(attribute, on: declaration, in: context)
    if property.owner == .instance, context.entityAttribute != nil {
      return (property, try ColumnDeclaration(property))
    }
    guard !property.startsWithValue else { return (property, nil) }
    let message: MacroMessage
    if property.owner != .instance {
      message = .needsInitialValue
    } else if attribute.otherBacking != nil {
      message = .needsDefault
    } else {
      return (property, nil)
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
    let column: ColumnDeclaration?
    do {
      (property, column) = try Self.property(attribute, declaration, in: context)
    } catch {
      // The peer expansion says the rest; once is enough.
      if error.isForPeer { return [] }
      throw error.asError
    }
    if let column {
      let storage = NodeStorage.column(column)
      // A column of the key says which row the entity is: the initialiser sets it once.
      let isKey = context.entityAttribute?.keyIndex(of: column) != nil
      return isKey ? ["get { \(raw: storage.read) }"] : accessors(of: property, storage)
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
    let column: ColumnDeclaration?
    do {
      (property, column) = try Self.property(attribute, declaration, in: context)
    } catch {
      if error.isForPeer { context.report(error) }
      return []
    }
    let before = property.nodeAttributes + property.access
    let after = "\(property.nodeName): StateGraphCore.Stored<\(property.valueType)>"
    if let column {
      // What never changes has no node.
      if context.entityAttribute?.keyIndex(of: column) != nil { return [] }
      let arguments = column.index + column.conversionArgument
      return ["\(raw: before)var \(raw: after) { _$entity._$columns.node(\(raw: arguments)) }"]
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
      attribute.otherBacking == nil
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
    let backing = attribute.otherBacking.map { ", backed: \($0.trimmedDescription)" } ?? ""
    return observable(
      ".init(wrappedValue: \(property.held(value))\(backing), name: \"\(nodeName(of: property))\")"
    )
  }

  /// The expression that makes a node which its property's init accessor gives the initial value.
  fileprivate func uninitializedNode(_ property: NodeProperty) -> String {
    observable(".init(uninitialized: \"\(nodeName(of: property))\")")
  }

  /// The `@Entity` of the class around, if it is one.
  var entityAttribute: EntityAttribute? {
    lexicalContext.first?.as(ClassDeclSyntax.self)?.attributes.all
      .first { $0.plainName == "Entity" }.map { EntityAttribute($0) }
  }
}

extension ColumnDeclaration {
  /// What names the property's place among its entity's columns. `@Entity` declares it: the context
  /// that is given to the property's macro has no members in it to count.
  var index: String { "_$Columns.\(name)" }
}

extension NodeProperty {
  /// `value` as the node holds it.
  fileprivate func held(_ value: String) -> String {
    reference == .strong ? value : "StateGraphCore.GraphWeakReference(\(value))"
  }
}

extension AttributeSyntax {
  /// The argument of `backed:`, where the value is kept somewhere else than in memory.
  fileprivate var otherBacking: ExprSyntax? {
    guard let backing, !["memory", "column"].contains(backing.optionName) else { return nil }
    return backing
  }
}
