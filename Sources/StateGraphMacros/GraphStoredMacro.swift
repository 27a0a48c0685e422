import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@GraphStored`: writes the node, and accessors that use it. In an entity the value is a column
/// of the row, and the node is created when it is requested.
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
      // The peer expansion reports the problem.
      if error.isForPeer { return [] }
      throw error.asError
    }
    if let column {
      let storage = NodeStorage.column(column)
      // A column of the key identifies the row: only the initialiser sets it.
      let isKey = context.entityAttribute?.keyIndex(of: column) != nil
      return isKey ? ["get { \(raw: storage.read) }"] : accessors(of: property, storage)
    }
    let storage = NodeStorage.node(of: property)
    guard property.owner == .instance else { return accessors(of: property, storage) }
    return [initAccessor(of: property, attribute, in: context)]
      + accessors(of: property, storage)
  }

  /// The accessor for assignments in `init` before all stored properties have a value. Without an
  /// initial value, the assignment creates the node. With one, the node exists, and may have been
  /// captured; Swift assigns the initial value through this accessor too.
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
      // A column that never changes has no node.
      if context.entityAttribute?.keyIndex(of: column) != nil { return [] }
      let arguments = column.index + column.conversionArgument
      return ["\(raw: before)var \(raw: after) { _$entity._$columns.node(\(raw: arguments)) }"]
    }
    guard property.startsWithValue else {
      return ["\(raw: before)\(raw: property.constantNodeWords) \(raw: after)"]
    }
    // With an initial value the node exists before `init` runs, and `init` may replace the value or
    // the node. The declaration is private to the class, and only `init` should assign it.
    let initial = property.initialValue?.trimmedDescription ?? "nil"
    guard property.owner == .instance else {
      let node = context.nodeMaker(property, attribute, initial)
      return ["\(raw: before)\(raw: property.constantNodeWords) \(raw: after) = \(raw: node)"]
    }
    // A backing needs the initial value for the time before a value is stored. In memory, the init
    // accessor sets it.
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
  /// The expression that creates the node of a property that is not a column.
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

  /// The expression that creates a node whose initial value the property's init accessor sets.
  fileprivate func uninitializedNode(_ property: NodeProperty) -> String {
    observable(".init(uninitialized: \"\(nodeName(of: property))\")")
  }

  /// The `@Entity` attribute of the enclosing class, if it has one.
  var entityAttribute: EntityAttribute? {
    lexicalContext.first?.as(ClassDeclSyntax.self)?.attributes.all
      .first { $0.plainName == "Entity" }.map { EntityAttribute($0) }
  }
}

extension ColumnDeclaration {
  /// The expression for the column's index among the entity's columns. `@Entity` declares it,
  /// because the context of a property's macro does not contain the other members.
  var index: String { "_$Columns.\(name)" }
}

extension NodeProperty {
  /// `value` in the form that the node stores.
  fileprivate func held(_ value: String) -> String {
    reference == .strong ? value : "StateGraphCore.GraphWeakReference(\(value))"
  }
}

extension AttributeSyntax {
  /// The argument of `backed:`, unless the value is kept in memory or in a column.
  fileprivate var otherBacking: ExprSyntax? {
    guard let backing, !["memory", "column"].contains(backing.optionName) else { return nil }
    return backing
  }
}
