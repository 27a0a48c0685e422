/// Stores a property's value in a ``Stored`` node, which is available as `$name`.
///
/// ```swift
/// final class Counter {
///   @GraphStored var count: Int = 0
///   @GraphStored(backed: .userDefaults(key: "theme")) var theme: String = "light"
/// }
/// ```
///
/// You read and set the property like any other. If the closure of a ``Computed`` reads the
/// property, the property becomes a dependency.
///
/// You can apply the macro to a `var` of a class. The `var` needs an explicit type, unless its
/// initial value is a literal. Static and global properties need an initial value. A property with
/// a backing needs one too, and returns it until a value is stored.
///
/// The node has the same access level as the property. A `private(set)` does not restrict the node,
/// so other code can still set the node. The node of a `weak` or `unowned` property has a
/// ``GraphWeakReference`` as its value.
///
/// Setting the property calls `willSet` and `didSet`. `didSet` is called after all other observers.
/// Setting the node's value calls neither of the two.
///
/// In a class that is also `@Observable`, write `@GraphStored @ObservationIgnored var` in this
/// order. Then only this macro handles the property.
///
/// - Parameter backed: The storage of the value, for example `UserDefaults`. The default is memory.
@attached(accessor, names: named(init), named(get), named(set), named(_modify))
@attached(peer, names: prefixed(`$`))
public macro GraphStored(backed: GraphStorageBacking = .memory) =
  #externalMacro(module: "StateGraphMacros", type: "GraphStoredMacro")

/// Makes a property return the value of a ``Computed`` node, which is available as `$name`.
///
/// Assign the node in `init`: `self.$name = .init { [$other] _ in … }`. Without this assignment,
/// the first read of the property ends the program.
@attached(accessor, names: named(get))
@attached(peer, names: prefixed(`$`))
public macro GraphComputed() =
  #externalMacro(module: "StateGraphMacros", type: "GraphComputedMacro")

/// Applies ``GraphStored(backed:)`` to every stored `var` of a class.
///
/// The macro skips `let`, `static`, `lazy` and computed properties. It also skips properties with
/// another macro or a property wrapper, and properties marked ``GraphIgnored()``.
@attached(memberAttribute)
@attached(peer)
public macro GraphView() =
  #externalMacro(module: "StateGraphMacros", type: "GraphViewMacro")

/// Excludes a property from ``GraphView()``, so that the property gets no node.
@attached(peer)
public macro GraphIgnored() =
  #externalMacro(module: "StateGraphMacros", type: "GraphIgnoredMacro")
