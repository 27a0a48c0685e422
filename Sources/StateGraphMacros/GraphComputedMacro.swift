import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@GraphComputed`: a getter that reads the node, and the node. A plain one is assigned by `init`;
/// a relationship's, with `inverse:`, is made once by the entity's state and kept there.
enum GraphComputedMacro {
  private static func property(
    _ attribute: AttributeSyntax,
    _ declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws(MacroProblem) -> NodeProperty {
    let property = try NodeProperty(attribute, on: declaration, in: context)
    let variable = property.variable
    if property.owner != .instance {
      throw MacroProblem(.needsInstance, at: attribute, variable.fixByRemoving(macro: attribute))
    }
    if let value = property.initialValue {
      throw MacroProblem(.needsNoInitialValue, at: value, variable.fixByRemovingInitialValue())
    }
    if property.observers != nil, let block = variable.bindings.first?.accessorBlock {
      throw MacroProblem(.needsNoObservers, at: block)
    }
    let modifiers: [Keyword] = [.weak, .unowned]
    if let modifier = variable.modifiers.first(where: { modifier in
      modifiers.contains { modifier.name.tokenKind == .keyword($0) }
    }) {
      throw MacroProblem(
        .needsStrongReference,
        at: modifier,
        variable.fixByRemoving(modifier: modifier)
      )
    }
    return property
  }
}

extension GraphComputedMacro: AccessorMacro {
  static func expansion(
    of attribute: AttributeSyntax,
    providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    do {
      let property = try Self.property(attribute, declaration, in: context)
      return ["get { \(raw: property.nodeName).wrappedValue }"]
    } catch {
      // The peer expansion says the rest; once is enough.
      if error.isForPeer { return [] }
      throw error.asError
    }
  }
}

extension GraphComputedMacro: PeerMacro {
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
    let words = property.nodeAttributes + property.access
    guard case .argumentList(let arguments) = attribute.arguments else {
      // A variable with a placeholder, so that the closure that `init` assigns may capture `self`.
      let placeholder = context.observable(
        ".unassigned(name: \"\(context.nodeName(of: property))\")"
      )
      return [
        """
        \(raw: property.mutableNodeAttributes)\(raw: property.access)\
        \(raw: context.mutableNodeWords(for: property)) \(raw: property.nodeName): \
        StateGraph.Computed<\(raw: property.valueType)> = \(raw: placeholder)
        """
      ]
    }
    do {
      return [try relationship(property, inverse: arguments.first?.expression, attribute, words)]
    } catch {
      context.report(error)
      return []
    }
  }

  private static func relationship(
    _ property: NodeProperty,
    inverse: ExprSyntax?,
    _ attribute: AttributeSyntax,
    _ words: String
  ) throws(MacroProblem) -> DeclSyntax {
    guard let array = property.type.as(ArrayTypeSyntax.self) else {
      throw MacroProblem(.needsArrayOfEntities, at: property.type)
    }
    guard let keyPath = inverse?.as(KeyPathExprSyntax.self),
      let last = keyPath.components.last?.component.as(KeyPathPropertyComponentSyntax.self)
    else {
      throw MacroProblem(.needsKeyPath, at: attribute)
    }
    let inverse = last.declName.baseName.text
    return """
      \(raw: words)var \(raw: property.nodeName): \
      StateGraph.Computed<[\(array.element.trimmed)]> {
        _$entity.oneToMany(\(keyPath.trimmed), \(literal: inverse), as: \(literal: property.name))
      }
      """
  }
}
