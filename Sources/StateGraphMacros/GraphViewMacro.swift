import SwiftSyntax
import SwiftSyntaxMacros

/// Implements `@GraphView`. The macro adds `@GraphStored` to each stored property that has no other
/// macro or property wrapper.
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
  /// Reports that the macro is at a wrong place. This is done here and not in the expansion for
  /// members, which would report the error once for each member.
  static func expansion(
    of attribute: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    if !declaration.is(ClassDeclSyntax.self) { context.report(.needsViewClass, at: attribute) }
    return []
  }
}

/// Implements `@GraphIgnored`, which excludes a property from `@GraphView`.
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
  /// Whether the attribute does not replace the property's storage, because it belongs to the Swift
  /// language or is a global actor. Any other attribute may be a property wrapper or macro that
  /// does.
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
