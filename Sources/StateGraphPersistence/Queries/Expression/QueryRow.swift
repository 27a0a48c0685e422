public import StateGraphNormalization
public import StateGraphSQLite

/// A row, for use in the closures of a query. Each property of the entity is a value to compare, to
/// order by and to group by.
///
/// A property that references another entity stands for the row of that entity: `$0.author == ada`,
/// `$0.author == nil`, `$0.author.name == "Ada"`.
@dynamicMemberLookup
public struct QueryRow<Element: Entity>: Sendable {
  let path: RowPath

  init(_ path: RowPath = RowPath()) { self.path = path }

  /// The column of a property.
  public subscript<Value: Bindable>(
    dynamicMember path: any KeyPath<Element, Value> & Sendable
  ) -> QueryValue<Value> {
    QueryValue(.column(column(path)))
  }

  /// The row that a property references.
  public subscript<Target: Entity>(
    dynamicMember path: any KeyPath<Element, Target> & Sendable
  ) -> QueryRow<Target> {
    reference(path)
  }

  /// The row that an optional property references.
  public subscript<Target: Entity>(
    dynamicMember path: any KeyPath<Element, Target?> & Sendable
  ) -> QueryRow<Target> {
    reference(path)
  }

  /// The rows of a to-many relationship.
  public subscript<Child: Entity>(
    dynamicMember path: any KeyPath<Element, [Child]> & Sendable
  ) -> QueryChildren<Child> {
    children(.property(PropertyPath(path)))
  }

  /// The row's identifier.
  public subscript(
    dynamicMember path: any KeyPath<
      Element, TypedIdentifier<Element, Element.TypedIdentifierRawValue>
    > & Sendable
  ) -> QueryIdentifier<Element> {
    QueryIdentifier(row: self.path)
  }

  /// The rows of `Child` that reference this row. Use it if a child type has several references to
  /// this type, and for the link rows of a many-to-many relationship.
  public subscript<Child: Entity>(
    inverse path: any KeyPath<Child, Element> & Sendable
  ) -> QueryChildren<Child> {
    children(.inverse(PropertyPath(path)))
  }

  /// The rows of `Child` that reference this row through an optional property.
  public subscript<Child: Entity>(
    inverse path: any KeyPath<Child, Element?> & Sendable
  ) -> QueryChildren<Child> {
    children(.inverse(PropertyPath(path)))
  }

  /// Returns a condition that holds if the row belongs to one of these entities.
  public func `in`(_ entities: some Sequence<Element>) -> QueryCondition {
    QueryIdentifier<Element>(row: path).in(entities.map(\.typedID))
  }

  private func column(_ path: any AnyKeyPath & Sendable) -> ColumnPath {
    ColumnPath(row: self.path, member: .property(PropertyPath(path)))
  }

  private func reference<Target: Entity>(
    _ property: any AnyKeyPath & Sendable
  ) -> QueryRow<Target> {
    let hop = ReferencePath(
      property: PropertyPath(property),
      target: EntityType(type: Target.self)
    )
    return QueryRow<Target>(RowPath(depth: path.depth, hops: path.hops + [hop]))
  }

  private func children<Child: Entity>(
    _ relationship: ChildrenPath.Relationship
  ) -> QueryChildren<Child> {
    QueryChildren(
      ChildrenPath(
        parent: path,
        parentType: EntityType(type: Element.self),
        relationship: relationship,
        child: EntityType(type: Child.self)
      )
    )
  }
}

extension QueryRow {
  /// Returns a condition that holds if this is the row of the entity. If the entity is nil, it
  /// holds if the reference to the row is nil.
  public static func == (row: Self, entity: Element?) -> QueryCondition {
    QueryValue(.isRow(row.path, entity?.typedID.raw.rowKey))
  }

  /// Returns a condition that holds if this is not the row of the entity, or if the reference to
  /// the row is nil and the entity is not.
  public static func != (row: Self, entity: Element?) -> QueryCondition {
    QueryValue(.not(.isRow(row.path, entity?.typedID.raw.rowKey)))
  }

  /// Returns a condition that holds if both are the same row, or if both references are nil.
  public static func == (left: Self, right: Self) -> QueryCondition {
    QueryValue(.compare(.column(left.path.key(0)), .equal, .column(right.path.key(0))))
  }

  /// Returns a condition that holds if both are different rows, or if only one reference is nil.
  public static func != (left: Self, right: Self) -> QueryCondition {
    QueryValue(.compare(.column(left.path.key(0)), .notEqual, .column(right.path.key(0))))
  }
}
