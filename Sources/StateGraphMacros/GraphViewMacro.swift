import SwiftSyntax
import SwiftSyntaxMacros

/// Implements `@GraphView`, which adds `@GraphStored` to each stored `var` of a class.
///
/// A property with another macro or property wrapper is left out, because its storage may be
/// replaced.
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
  /// Reports an error if the macro is not on a class.
  ///
  /// The compiler expands this peer macro once for each attribute. The member attribute macro would
  /// report the error for each member.
  static func expansion(
    of attribute: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    if !declaration.is(ClassDeclSyntax.self) { context.report(.needsViewClass, at: attribute) }
    return []
  }
}

/// Implements `@GraphIgnored`, which excludes a property from `@GraphView`. It writes no code.
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
  /// Whether the attribute leaves the storage of the property unchanged.
  ///
  /// True for attributes of the Swift language and for global actors. Any other attribute can be a
  /// property wrapper or a macro that replaces the storage.
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
