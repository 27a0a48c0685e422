import SwiftSyntax
import SwiftSyntaxMacros

/// A property that one of the node macros is on, once it has been found fit for it.
struct NodeProperty {
  /// Whose the property is, and so who makes its node when.
  enum Owner {
    case instance
    /// A `static` or `class` property's type.
    case type
    case module
  }

  /// How the property holds an object.
  enum Reference { case strong, weak, unowned }

  let variable: VariableDeclSyntax
  let name: String
  /// As it stands in the source, so that a diagnostic can point at it. Trim it where it is
  /// repeated.
  let type: TypeSyntax
  let initialValue: ExprSyntax?
  let observers: PropertyObservers?
  let owner: Owner
  let reference: Reference

  /// The name without back-ticks, to put a `$` before.
  var plainName: String { name.filter { $0 != "`" } }
  var nodeName: String { "$" + plainName }

  /// The access words of the property, with a trailing space, for the peer to repeat.
  var access: String { variable.modifiers.accessWords }

  var isOptional: Bool { type.unwrappedOptional != nil }

  /// Whether there is a value before `init` has run. The language begins with nil where a type is
  /// written with a mark, and not for `Optional<Value>`.
  var startsWithValue: Bool {
    initialValue != nil || type.is(OptionalTypeSyntax.self)
      || type.is(ImplicitlyUnwrappedOptionalTypeSyntax.self)
  }

  /// What the node holds.
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

  /// Reads the declaration, or throws what is wrong with it, whichever macro it is for.
  init(_ declaration: some DeclSyntaxProtocol) throws(MacroProblem) {
    guard let variable = declaration.as(VariableDeclSyntax.self) else {
      throw MacroProblem(.needsProperty, at: declaration)
    }
    guard variable.bindingSpecifier.tokenKind == .keyword(.var) else {
      throw MacroProblem(
        .needsVariable,
        at: variable.bindingSpecifier,
        variable.fixByReplacingLet()
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
      throw MacroProblem(.needsEagerProperty, at: lazy, variable.fixByRemoving(modifier: lazy))
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
  /// Reads the declaration for one of the node macros, which knows where it stands.
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
        throw MacroProblem(.needsClass, at: attribute, variable.fixByRemoving(macro: attribute))
      default:
        throw MacroProblem(.needsProperty, at: attribute, variable.fixByRemoving(macro: attribute))
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
  /// `public ` or the like. A setter's own level (`private(set)`) is not the node's, and what is
  /// `open` is so for overriding, which a node is not there for.
  var accessWords: String {
    let words: [Keyword] = [.open, .public, .package, .fileprivate, .private, .internal]
    let found = first { modifier in
      modifier.detail == nil && words.contains { modifier.name.tokenKind == .keyword($0) }
    }
    return found.map { ($0.name.tokenKind == .keyword(.open) ? "public" : $0.name.text) + " " }
      ?? ""
  }
}
