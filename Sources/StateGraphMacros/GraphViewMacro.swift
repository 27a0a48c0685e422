import SwiftSyntax
import SwiftSyntaxMacros

/// `@GraphView`: puts `@GraphStored` on each stored property that nothing else claims.
enum GraphViewMacro {}

extension GraphViewMacro: MemberAttributeMacro {
  static func expansion(
    of attribute: AttributeSyntax,
    attachedTo declaration: some DeclGroupSyntax,
    providingAttributesFor member: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AttributeSyntax] {
    guard declaration.is(ClassDeclSyntax.self), let variable = member.as(VariableDeclSyntax.self),
      variable.bindingSpecifier.tokenKind == .keyword(.var),
      variable.attributes.all.allSatisfy(\.leavesStorageAlone),
      !variable.modifiers.contains(where: \.isOfOtherStorage),
      variable.bindings.allSatisfy({ binding in
        binding.accessorBlock.map { PropertyObservers($0) != nil } ?? true
      })
    else { return [] }
    return ["@GraphStored"]
  }
}

extension GraphViewMacro: PeerMacro {
  /// Only says where the macro cannot be: the other role is asked once for each member.
  static func expansion(
    of attribute: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    if !declaration.is(ClassDeclSyntax.self) { context.report(.needsViewClass, at: attribute) }
    return []
  }
}

/// `@GraphIgnored`: a mark for `@GraphView`.
enum GraphIgnoredMacro: PeerMacro {
  static func expansion(
    of attribute: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    []
  }
}

extension AttributeSyntax {
  /// Whether the language knows the attribute, or it is a global actor. Any other may be a property
  /// wrapper or a macro with a storage of its own.
  fileprivate var leavesStorageAlone: Bool {
    isGlobalActor
      || [
        "available", "backDeployed", "inlinable", "nonobjc", "objc", "preconcurrency",
        "usableFromInline",
      ].contains(plainName)
  }
}

extension DeclModifierSyntax {
  fileprivate var isOfOtherStorage: Bool {
    [.keyword(.static), .keyword(.class), .keyword(.lazy)].contains(name.tokenKind)
  }
}
