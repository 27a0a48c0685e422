/// Stores a property's value in a ``Stored`` node, which is available as `$name`.
///
/// ```swift
/// final class Counter {
///   @GraphStored var count: Int = 0
///   @GraphStored(backed: .userDefaults(key: "theme")) var theme: String = "light"
/// }
/// ```
///
/// The property is read and set like any other. Reads inside a ``Computed`` become dependencies.
/// The macro needs a `var` of a class with an explicit type, unless the initial value is a literal.
/// `static` and global properties need an initial value. So do properties with a backing, whose
/// initial value is their value until something is stored.
///
/// The node has the property's access level, even if the setter's level is narrower: `private(set)`
/// protects the property's setter, not its node. The node of a `weak` or `unowned` property holds a
/// ``GraphWeakReference``. The property's setter calls `willSet` and `didSet`, and calls `didSet`
/// after all other observers. Setting the node calls neither.
///
/// In a class that is also `@Observable`, write `@GraphStored @ObservationIgnored var`, in this
/// order, so that only this macro handles the property.
///
/// - Parameter backed: Where the value is kept.
@attached(accessor, names: named(init), named(get), named(set), named(_modify))
@attached(peer, names: prefixed(`$`))
public macro GraphStored(backed: GraphStorageBacking = .memory) =
  #externalMacro(module: "StateGraphMacros", type: "GraphStoredMacro")

/// Makes a property return the value of a ``Computed`` node, which is available as `$name` and is
/// assigned in `init`: `self.$name = .init { [$other] _ in … }`.
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
