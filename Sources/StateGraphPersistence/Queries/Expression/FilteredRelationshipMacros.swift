/// Declares a read-only to-many relationship with a condition and an order: the entities whose
/// property `inverse` refers to this entity, and for which `where` is true.
///
/// ```swift
/// @GraphComputed(
///   inverse: \WorkItem.project, where: { !$0.isClosed }, order: { $0.position }
/// ) var openItems: [WorkItem]
/// ```
///
/// The closures are written as in ``Query/where(_:)`` and `order`. Entities that are
/// equal in the order are in key order. The first read runs one SELECT, and commits update the rows
/// in memory, as for ``Query/live``. The relationship of an entity without a row is empty. In a
/// query, `$0.openItems` has only the rows for which the condition is true.
@attached(accessor, names: named(get))
@attached(peer, names: prefixed(`$`))
public macro GraphComputed<Child: Entity, Parent, Order: QueryOrderable>(
  inverse: KeyPath<Child, Parent>,
  where condition: (QueryRow<Child>) -> QueryCondition,
  order: (QueryRow<Child>) -> Order
) = #externalMacro(module: "StateGraphMacros", type: "ReadOnlyRelationshipMacro")

/// Declares a read-only to-many relationship with a condition. The entities are in key order.
@attached(accessor, names: named(get))
@attached(peer, names: prefixed(`$`))
public macro GraphComputed<Child: Entity, Parent>(
  inverse: KeyPath<Child, Parent>,
  where condition: (QueryRow<Child>) -> QueryCondition
) = #externalMacro(module: "StateGraphMacros", type: "ReadOnlyRelationshipMacro")

/// Declares a read-only to-many relationship with an order.
@attached(accessor, names: named(get))
@attached(peer, names: prefixed(`$`))
public macro GraphComputed<Child: Entity, Parent, Order: QueryOrderable>(
  inverse: KeyPath<Child, Parent>,
  order: (QueryRow<Child>) -> Order
) = #externalMacro(module: "StateGraphMacros", type: "ReadOnlyRelationshipMacro")
