/// Stores a property's value in a ``Stored`` node, which is available as `$name`.
///
/// ```swift
/// final class Counter {
///   @GraphStored var count: Int = 0
///   @GraphStored(backed: .userDefaults(key: "theme")) var theme: String = "light"
/// }
/// ```
///
/// The property is read and set like any other. If the closure of a ``Computed`` reads it, it
/// becomes a dependency. The macro can be applied to a `var` of a class. The `var` needs an
/// explicit type, unless its initial value is a literal. `static` and global properties need an
/// initial value. A property with a backing needs one too: it has this value until a value is
/// stored.
///
/// The node has the same access level as the property. A narrower level of the setter does not
/// apply to the node: if a property is `private(set)`, other code can still set its node. If the
/// property is `weak` or `unowned`, the node's value is a ``GraphWeakReference``. The property's
/// setter calls `willSet` and `didSet`; `didSet` is called after all other observers. Setting the
/// node's value calls neither.
///
/// In a class that is also `@Observable`, write `@GraphStored @ObservationIgnored var`, in this
/// order, so that only this macro handles the property.
///
/// - Parameter backed: The place in which the value is stored.
@attached(accessor, names: named(init), named(get), named(set), named(_modify))
@attached(peer, names: prefixed(`$`))
public macro GraphStored(backed: GraphStorageBacking = .memory) =
  #externalMacro(module: "StateGraphMacros", type: "GraphStoredMacro")

/// Makes a property return the value of a ``Computed`` node. The node is available as `$name` and
/// must be assigned in `init`: `self.$name = .init { [$other] _ in … }`.
@attached(accessor, names: named(get))
@attached(peer, names: prefixed(`$`))
public macro GraphComputed() =
  #externalMacro(module: "StateGraphMacros", type: "GraphComputedMacro")

/// Applies ``GraphStored(backed:)`` to every stored `var` of a class.
///
/// It does not apply to `let`, `static`, `lazy` and computed properties, to properties with another
/// macro or a property wrapper, and to properties marked ``GraphIgnored()``.
@attached(memberAttribute)
@attached(peer)
public macro GraphView() =
  #externalMacro(module: "StateGraphMacros", type: "GraphViewMacro")

/// Excludes a property from ``GraphView()``.
@attached(peer)
public macro GraphIgnored() =
  #externalMacro(module: "StateGraphMacros", type: "GraphIgnoredMacro")
