import SwiftSyntax
import SwiftSyntaxMacros

/// `@GraphView`: adds `@GraphStored` to each stored property without another macro or wrapper.
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
  /// Reports a wrong place of the macro. The member-attribute role would report it for each member.
  static func expansion(
    of attribute: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    if !declaration.is(ClassDeclSyntax.self) { context.report(.needsViewClass, at: attribute) }
    return []
  }
}

/// `@GraphIgnored`: excludes a property from `@GraphView`.
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
  /// Whether the attribute belongs to the language, or is a global actor. Any other attribute may
  /// be a property wrapper or a macro that replaces the storage.
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
