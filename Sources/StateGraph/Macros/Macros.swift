/// Keeps a property's value in a ``Stored`` node, which is `$name`.
///
/// The property reads and sets like any other; reads inside a ``Computed`` become dependencies.
/// Needs a `var` with a written type or an initial value.
@attached(accessor, names: named(init), named(get), named(set), named(_modify))
@attached(peer, names: prefixed(`$`))
public macro GraphStored(backed: GraphStorageBacking = .memory) =
  #externalMacro(module: "StateGraphMacros", type: "GraphStoredMacro")

/// Makes a property read a ``Computed`` node, which is `$name` and is assigned in `init`:
/// `self.$name = .init { [$other] _ in … }`.
@attached(accessor, names: named(get))
@attached(peer, names: prefixed(`$`))
public macro GraphComputed() =
  #externalMacro(module: "StateGraphMacros", type: "GraphComputedMacro")
