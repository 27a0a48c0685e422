public import StateGraphCore
import StateGraphSQLite

/// A read-only to-many relationship with a condition or an order. It is a live query for the rows
/// that refer to the owner.
final class FilteredRelationship<Child: Entity>: Relationship {
  let node: Computed<[Child]>
  private let owner: RelationshipOwner<Child>

  init(
    of state: EntityState,
    shape: @escaping @Sendable (_ owner: RowKey, DatabaseGraph) -> QueryShape
  ) {
    let owner = RelationshipOwner<Child>(state)
    self.owner = owner
    node = Computed(areEqual: { $0.hasSameObjects(as: $1) }, name: "relationship") { _ in
      guard case .row(let attachment) = owner.current(), !owner.isDeleted else { return [] }
      let graph = attachment.table.graph
      do {
        let query = QueryTable(
          database: try graph.database(),
          table: try graph.table(for: Child.self)
        )
        return try query.entities(shape(attachment.key, graph))
      } catch {
        graph.report(error, while: "reading a relationship to \(Child.self)")
        return []
      }
    }
  }

  func attach(_ attachment: EntityAttachment, row: RowImage) { _ = owner.attach(attachment) }

  func detach() { owner.detach() }

  func didCommitInsertion() -> [AnyObject] { owner.takeAssigned() }
}

extension RelationshipAccess {
  /// Returns the computed node of a to-many relationship with a condition, in key order.
  ///
  /// `owner` is the type of this entity, to which the property `inverse` must refer.
  public func filtered<Child: Entity, Reference: EntityReferring>(
    _ inverse: KeyPath<Child, Reference>,
    of owner: Reference._$Referenced.Type,
    as property: String,
    where condition: @escaping @Sendable (QueryRow<Child>) -> QueryCondition
  ) -> Computed<[Child]> {
    node(inverse.literal, of: owner, as: property) { (condition($0), QueryOrdering([])) }
  }

  /// Returns the computed node of a to-many relationship with an order, and perhaps a condition.
  ///
  /// `owner` is the type of this entity, to which the property `inverse` must refer.
  public func filtered<Child: Entity, Reference: EntityReferring, Order: QueryOrderable>(
    _ inverse: KeyPath<Child, Reference>,
    of owner: Reference._$Referenced.Type,
    as property: String,
    where condition: (@Sendable (QueryRow<Child>) -> QueryCondition)? = nil,
    order: @escaping @Sendable (QueryRow<Child>) -> Order
  ) -> Computed<[Child]> {
    node(inverse.literal, of: owner, as: property) { (condition?($0), order($0).queryOrdering) }
  }

  private func node<Child: Entity, Owner: Entity>(
    _ inverse: any AnyKeyPath & Sendable,
    of owner: Owner.Type,
    as property: String,
    query: @escaping @Sendable (QueryRow<Child>) -> (QueryCondition?, QueryOrdering)
  ) -> Computed<[Child]> {
    let hop = ReferencePath(
      property: PropertyPath(inverse),
      target: EntityType(type: owner)
    )
    return state.relationship(property) {
      FilteredRelationship<Child>(of: state) { key, graph in
        let (condition, order) = query(QueryRow<Child>(of: graph))
        var shape = QueryShape()
        let refers = QueryExpression.isRow(RowPath(depth: 0, hops: [hop]), key: key)
        shape.condition = .both(refers, and: condition?.expression)
        shape.ordering = order.terms
        return shape
      }
    }.node
  }
}
