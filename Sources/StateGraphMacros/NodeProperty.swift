import SwiftSyntax
import SwiftSyntaxMacros

/// A property with `@GraphStored` or `@GraphComputed` that can have a node of the graph.
///
/// The macros use this type to write the node and the accessors of the property.
struct NodeProperty {
  /// The declaration that contains the property. It determines where and when the node is created.
  enum Owner {
    case instance
    /// The property is `static` or `class`. The type owns the node.
    case type
    case module
  }

  /// Whether the property has a strong, `weak` or `unowned` reference to its object.
  enum Reference { case strong, weak, unowned }

  let variable: VariableDeclSyntax
  let name: String
  /// The property's type with its position in the source, so that an error can mark it.
  ///
  /// The type includes surrounding white space. Remove the space before you write the type into
  /// code.
  let type: TypeSyntax
  let initialValue: ExprSyntax?
  let observers: PropertyObservers?
  let owner: Owner
  let reference: Reference

  /// The property's name without backticks. The node's name is `$` followed by this name.
  var plainName: String { name.filter { $0 != "`" } }
  var nodeName: String { "$" + plainName }

  /// The access level of the property with a space at the end, for example `public `.
  ///
  /// The node has the same access level.
  var access: String { variable.modifiers.accessWords }

  var isOptional: Bool { type.unwrappedOptional != nil }

  /// Whether the property has a value before `init` runs.
  ///
  /// Swift sets properties of the types `Value?` and `Value!` to nil. Swift does not do so for the
  /// type `Optional<Value>`.
  var startsWithValue: Bool {
    initialValue != nil || type.is(OptionalTypeSyntax.self)
      || type.is(ImplicitlyUnwrappedOptionalTypeSyntax.self)
  }

  /// The Swift type of the node's value, as source text.
  ///
  /// A `weak` or `unowned` property has the type `GraphWeakReference`. The type `Value!` becomes
  /// `Value?`.
  var valueType: String {
    switch reference {
    case .weak, .unowned:
      return
        "StateGraphCore.GraphWeakReference<\((type.unwrappedOptional ?? type).trimmedDescription)>"
    case .strong:
      guard let implicit = type.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) else {
        return type.trimmedDescription
      }
      return "\(implicit.wrappedType.trimmedDescription)?"
    }
  }

  /// Reads the declaration of a property.
  ///
  /// - Throws: ``MacroProblem`` if the property cannot have a node, for example because it is a
  ///   `let`.
  init(_ declaration: some DeclSyntaxProtocol) throws(MacroProblem) {
    guard let variable = declaration.as(VariableDeclSyntax.self) else {
      throw MacroProblem(.needsProperty, at: declaration)
    }
    guard variable.bindingSpecifier.tokenKind == .keyword(.var) else {
      throw MacroProblem(
        .needsVariable,
        at: variable.bindingSpecifier,
        fixIts: variable.fixByReplacingLet()
      )
    }
    guard variable.bindings.count == 1, let binding = variable.bindings.first,
      let pattern = binding.pattern.as(IdentifierPatternSyntax.self)
    else {
      var problem = MacroProblem(.needsOneName, at: variable.bindings)
      problem.fixIts = variable.fixBySplitting().map { [$0] } ?? []
      throw problem
    }
    if let lazy = variable.modifiers.first(where: { $0.name.tokenKind == .keyword(.lazy) }) {
      throw MacroProblem(
        .needsEagerProperty,
        at: lazy,
        fixIts: variable.fixByRemoving(modifier: lazy)
      )
    }
    if let word = variable.modifiers.first(where: { $0.name.tokenKind == .keyword(.override) }) {
      var problem = MacroProblem(.needsOwnProperty, at: word)
      problem.fixIts = variable.fixesByRemovingNodeMacro
      throw problem
    }
    observers = binding.accessorBlock.flatMap { PropertyObservers($0) }
    if let accessors = binding.accessorBlock, observers == nil {
      var problem = MacroProblem(.needsStoredProperty, at: accessors)
      problem.fixIts = variable.fixesByRemovingNodeMacro
      throw problem
    }
    let written = binding.typeAnnotation?.type ?? binding.initializer?.value.literalType
    guard let type = written, !type.is(SomeOrAnyTypeSyntax.self) || !type.isOpaque else {
      var problem = MacroProblem(.needsType, at: pattern)
      if written == nil { problem.fixIts = [variable.fixByWritingType()] }
      throw problem
    }
    self.variable = variable
    name = pattern.identifier.text
    self.type = type
    initialValue = binding.initializer?.value
    owner = variable.modifiers.contains(where: \.isOfType) ? .type : .instance
    reference = variable.modifiers.lazy.compactMap(\.reference).first ?? .strong
  }
}

extension NodeProperty {
  /// Reads the declaration of a property for one macro, and checks its enclosing declaration.
  ///
  /// - Throws: ``MacroProblem`` for the first error that this macro must report.
  init(
    _ attribute: AttributeSyntax,
    on declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws(MacroProblem) {
    var property = try NodeProperty(declaration)
    let variable = property.variable
    if property.owner == .instance {
      switch context.lexicalContext.first {
      case nil: property = NodeProperty(property, owner: .module)
      case let type? where type.is(ClassDeclSyntax.self) || type.is(ActorDeclSyntax.self): break
      case let type? where type.isProtocol(DeclGroupSyntax.self):
        throw MacroProblem(
          .needsClass,
          at: attribute,
          fixIts: variable.fixByRemoving(macro: attribute)
        )
      default:
        throw MacroProblem(
          .needsProperty,
          at: attribute,
          fixIts: variable.fixByRemoving(macro: attribute)
        )
      }
    }
    if let problem = variable.conflict(with: attribute, in: context) { throw problem }
    self = property
  }

  private init(_ other: NodeProperty, owner: Owner) {
    variable = other.variable
    name = other.name
    type = other.type
    initialValue = other.initialValue
    observers = other.observers
    self.owner = owner
    reference = other.reference
  }
}

extension DeclModifierSyntax {
  fileprivate var isOfType: Bool {
    name.tokenKind == .keyword(.static) || name.tokenKind == .keyword(.class)
  }

  fileprivate var reference: NodeProperty.Reference? {
    switch name.tokenKind {
    case .keyword(.weak): .weak
    case .keyword(.unowned): .unowned
    default: nil
    }
  }
}

extension DeclModifierListSyntax {
  /// The access level with a space at the end, such as `public `. Empty if the declaration has no
  /// access level.
  ///
  /// The access level of a setter (`private(set)`) does not count. `open` becomes `public`, because
  /// a node cannot be overridden.
  var accessWords: String {
    let words: [Keyword] = [.open, .public, .package, .fileprivate, .private, .internal]
    let found = first { modifier in
      modifier.detail == nil && words.contains { modifier.name.tokenKind == .keyword($0) }
    }
    return found.map { ($0.name.tokenKind == .keyword(.open) ? "public" : $0.name.text) + " " }
      ?? ""
  }
}
