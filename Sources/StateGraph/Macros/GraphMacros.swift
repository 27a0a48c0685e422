/// Keeps a property's value in a ``Stored`` node, which is `$name`.
///
/// ```swift
/// final class Counter {
///   @GraphStored var count: Int = 0
///   @GraphStored(backed: .userDefaults(key: "theme")) var theme: String = "light"
/// }
/// ```
///
/// The property reads and sets like any other; reads inside a ``Computed`` become dependencies.
/// Needs a `var` of a class with a written type, unless its initial value is a literal. `static`
/// and global properties need an initial value, and so do those with a backing: it is what they
/// are until something is stored.
///
/// The node has the property's access level, also where setting the property has a narrower one:
/// `private(set)` keeps others from the property's setter, not from its node. A `weak` or `unowned`
/// property's node holds a ``Weak``. `willSet` and `didSet` are called by the property's setter,
/// `didSet` after everybody else was told; setting the node does not call them.
///
/// A class that is `@Observable` besides has to leave the property to this macro:
/// `@GraphStored @ObservationIgnored var`, in this order.
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

/// Puts ``GraphStored(backed:)`` on every stored `var` of a class.
///
/// Left alone are `let`, `static`, `lazy` and computed properties, those with a macro or a property
/// wrapper of their own, and those marked ``GraphIgnored()``.
@attached(memberAttribute)
@attached(peer)
public macro GraphView() =
  #externalMacro(module: "StateGraphMacros", type: "GraphViewMacro")

/// Keeps ``GraphView()`` from giving a property a node.
@attached(peer)
public macro GraphIgnored() =
  #externalMacro(module: "StateGraphMacros", type: "GraphIgnoredMacro")
