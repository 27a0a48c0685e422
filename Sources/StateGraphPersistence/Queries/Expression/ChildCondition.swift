/// The condition of `@GraphComputed(inverse:where:)`.
struct ChildCondition: RelationshipFilter {
  let condition: @Sendable (RowPath, DatabaseGraph?) -> QueryCondition
}

extension EntityRelationship {
  var condition: (@Sendable (RowPath, DatabaseGraph?) -> QueryCondition)? {
    (filter as? ChildCondition)?.condition
  }

  /// Creates the relationship of a property with `@GraphComputed(inverse:where:)`.
  ///
  /// The code that `@Entity` generates calls this initialiser.
  public init<Owner: Entity, Child: Entity, Reference: EntityReferring>(
    _ path: KeyPath<Owner, [Child]>,
    inverse: KeyPath<Child, Reference>,
    where condition: @escaping @Sendable (QueryRow<Child>) -> QueryCondition
  ) where Reference._$Referenced == Owner {
    self.init(path, inverse: inverse)
    filter = ChildCondition { row, graph in condition(QueryRow(row, of: graph)) }
  }
}
