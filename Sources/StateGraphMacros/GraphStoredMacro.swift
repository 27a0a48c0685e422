import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// Implements `@GraphStored`, which turns a property into a stored node of the graph.
///
/// A stored node holds a value that the program assigns, and notifies the code that has read the
/// value of each change. The macro writes a property for the node, and the accessors that use the
/// node. In an entity, the value is a column of the row. The node of a column is created only when
/// the program asks for it.
enum GraphStoredMacro {
  private static func property(
    _ attribute: AttributeSyntax,
    declaration: some DeclSyntaxProtocol,
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
      fixIts: property.variable.fixByWritingInitialValue()
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
      (property, column) = try Self.property(attribute, declaration: declaration, in: context)
    } catch {
      return try context.accessors(despite: error)
    }
    if let column {
      let storage = NodeStorage.column(column)
      // A primary key column identifies the row. Only the initialiser sets its value, so the
      // property has no setter.
      let isKey = context.entityAttribute?.isOnlyKey(column) == true
      if isKey { return ["get { \(raw: storage.read) }"] }
      return accessors(of: property, storage) + [changeInPlace(of: property, storage)]
    }
    let storage = NodeStorage.node(of: property)
    guard property.owner == .instance else { return accessors(of: property, storage) }
    return [initAccessor(of: property, attribute, in: context)]
      + accessors(of: property, storage)
  }

  /// Returns the init accessor, which Swift calls for assignments in `init`.
  ///
  /// Without an initial value, the assignment creates the node. With an initial value, the node
  /// already exists, so the accessor only sets its value. Swift calls this accessor for the initial
  /// value too.
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
    let make = context.nodeMaker(property, attribute: attribute, value: "initialValue")
    return """
      @storageRestrictions(initializes: \(raw: node))
      init(initialValue) {
        \(raw: node) = \(raw: make)
      }
      """
  }

  /// Returns the accessor for a change of a column in place, such as `item.count += 1`.
  ///
  /// The setter alone would lose the changes that other threads make between the read and the
  /// write.
  private static func changeInPlace(
    of property: NodeProperty,
    _ storage: NodeStorage
  ) -> AccessorDeclSyntax {
    """
    _modify {
      let _$change = _$entity._$beginChange()
      var _$value: \(property.type.trimmed) = \(raw: storage.read)
      defer {
        _$change.finish {
          self.\(raw: property.name) = _$value
        }
      }
      yield &_$value
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
      let modify =
        property.observers?.modify(of: property, storage, place: place) ?? ["yield &\(place)"]
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
      (property, column) = try Self.property(attribute, declaration: declaration, in: context)
    } catch {
      if error.isForPeer { context.report(error) }
      return []
    }
    let before = property.nodeAttributes + property.access
    let after = "\(property.nodeName): StateGraphCore.Stored<\(property.valueType)>"
    if let column {
      // A primary key column never changes, so a node to observe it is unnecessary.
      if context.entityAttribute?.isOnlyKey(column) == true { return [] }
      let node = "\(column.access).node(\(column.index)\(column.conversionArgument))"
      return ["\(raw: before)var \(raw: after) { \(raw: node) }"]
    }
    guard property.startsWithValue else {
      return ["\(raw: before)\(raw: property.constantNodeWords) \(raw: after)"]
    }
    // The initial value creates the node before `init` runs. `init` can then replace the value or
    // the node. The setter is private, because only `init` should assign the node.
    let initial = property.initialValue?.trimmedDescription ?? "nil"
    guard property.owner == .instance else {
      let node = context.nodeMaker(property, attribute: attribute, value: initial)
      return ["\(raw: before)\(raw: property.constantNodeWords) \(raw: after) = \(raw: node)"]
    }
    // A node with a backing, such as a settings file, returns the initial value until a value is
    // stored. So the node is created with the initial value. A node in memory gets the initial
    // value later, from the init accessor.
    let node =
      attribute.otherBacking == nil
      ? context.uninitializedNode(property)
      : context.nodeMaker(property, attribute: attribute, value: initial)
    let words = property.access + context.mutableNodeWords(for: property)
    return [
      "\(raw: property.mutableNodeAttributes)\(raw: words) \(raw: after) = \(raw: node)"
    ]
  }
}

extension MacroExpansionContext {
  /// Returns the source text that creates the node of a property that is not a column.
  fileprivate func nodeMaker(
    _ property: NodeProperty,
    attribute: AttributeSyntax,
    value: String
  ) -> String {
    let backing = attribute.otherBacking.map { ", backed: \($0.trimmedDescription)" } ?? ""
    return observable(
      ".init(wrappedValue: \(property.held(value))\(backing), name: \"\(nodeName(of: property))\")"
    )
  }

  /// Returns the source text that creates a node without a value.
  ///
  /// The init accessor of the property sets the value before the first read.
  fileprivate func uninitializedNode(_ property: NodeProperty) -> String {
    observable(".init(uninitialized: \"\(nodeName(of: property))\")")
  }

  /// The `@Entity` attribute of the class around the property, or nil if the class is not an
  /// entity.
  var entityAttribute: EntityAttribute? {
    lexicalContext.first?.as(ClassDeclSyntax.self)?.attributes.all
      .first { $0.plainName == "Entity" }.map { EntityAttribute($0) }
  }
}

extension ColumnDeclaration {
  /// The source text of the property's index, such as `_$Columns.title`.
  ///
  /// The macro of one property cannot see the other properties, so it cannot count them. `@Entity`
  /// therefore declares the indexes: in `_$Columns` for the properties with one column, and in
  /// `_$References` for the references with several columns. Each of the two starts at 0.
  var index: String { isReference ? "_$References.\(name)" : "_$Columns.\(name)" }

  /// The source text of the object that reads and writes the property.
  var access: String {
    isReference ? "StateGraphPersistence.ReferenceAccess(_$entity)" : "_$entity._$columns"
  }
}

extension NodeProperty {
  /// Returns the source text that converts `value` into the value of the node.
  ///
  /// For a `weak` or `unowned` property, the node stores a `GraphWeakReference`. Other values are
  /// not converted.
  fileprivate func held(_ value: String) -> String {
    reference == .strong ? value : "StateGraphCore.GraphWeakReference(\(value))"
  }
}

extension AttributeSyntax {
  /// The argument of `backed:`, such as a settings file, or nil if the argument is missing,
  /// `.memory` or `.column(…)`.
  ///
  /// If nil, the node or the row stores the value, so the node gets no `GraphStorageBacking`.
  fileprivate var otherBacking: ExprSyntax? {
    guard let backing, !["memory", "column"].contains(backing.optionName) else { return nil }
    return backing
  }
}
