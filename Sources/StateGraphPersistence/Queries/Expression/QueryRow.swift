import FoundationEssentials
import StateGraphLive
public import StateGraphNormalization
public import StateGraphSQLite

/// A row in the closures of a query, such as `$0` in `where { $0.isDraft }`.
///
/// Each property of the entity is a value that you can compare, order by and group by.
///
/// A property that references another entity is the row of that entity. Two examples: `$0.author ==
/// ada` compares the row, and `$0.author.name == "Ada"` reads a property of the row.
@dynamicMemberLookup
public struct QueryRow<Element: Entity>: Sendable {
  let path: RowPath
  /// The graph of the query's database, or nil for a store in memory.
  private let graph: DatabaseGraph?

  init(_ path: RowPath = RowPath(), of graph: DatabaseGraph? = nil) {
    (self.path, self.graph) = (path, graph)
  }

  /// The value of a property that is stored in a column. You can compare it, order by it and group
  /// by it.
  public subscript<Value: Bindable>(
    dynamicMember path: any KeyPath<Element, Value> & Sendable
  ) -> QueryValue<Value> {
    QueryValue(.column(column(path)))
  }

  /// The row that a property references. Its properties can be used in conditions, such as
  /// `$0.author.name == "Ada"`.
  public subscript<Target: Entity>(
    dynamicMember path: any KeyPath<Element, Target> & Sendable
  ) -> QueryRow<Target> {
    reference(path)
  }

  /// The row that an optional property references. If the property is nil, every value of the row
  /// is nil.
  public subscript<Target: Entity>(
    dynamicMember path: any KeyPath<Element, Target?> & Sendable
  ) -> QueryRow<Target> {
    reference(path)
  }

  /// The rows of a to-many relationship, to count them or to check whether a row exists.
  public subscript<Child: Entity>(
    dynamicMember path: any KeyPath<Element, [Child]> & Sendable
  ) -> QueryChildren<Child> {
    children(.property(PropertyPath(path)))
  }

  /// The primary key of the row. You can compare it, and order by it.
  public subscript(
    dynamicMember path: any KeyPath<
      Element, TypedIdentifier<Element, Element.TypedIdentifierRawValue>
    > & Sendable
  ) -> QueryIdentifier<Element> {
    QueryIdentifier(row: self.path)
  }

  /// The rows of `Child` that reference this row.
  ///
  /// Use this if `Child` has several references to this type. Also use it for the join table of a
  /// many-to-many relationship.
  public subscript<Child: Entity>(
    inverse path: any KeyPath<Child, Element> & Sendable
  ) -> QueryChildren<Child> {
    children(.inverse(PropertyPath(path)))
  }

  /// The rows of `Child` that reference this row through an optional property.
  ///
  /// Use this if `Child` has several references to this type.
  public subscript<Child: Entity>(
    inverse path: any KeyPath<Child, Element?> & Sendable
  ) -> QueryChildren<Child> {
    children(.inverse(PropertyPath(path)))
  }

  /// Returns a condition that holds if the row belongs to one of these entities. An entity that has
  /// no identifier yet has no row, so it matches nothing.
  public func `in`(_ entities: some Sequence<Element>) -> QueryCondition {
    let entities = Array(entities)
    if let refusal = refusal(of: entities) { return refusal }
    let condition = QueryIdentifier<Element>(row: path).in(entities.compactMap(\.assignedID))
    return comparing(entities, condition: condition)
  }

  /// Returns the key that a reference to an entity stores. Returns NULL if `target` is nil.
  ///
  /// - Throws: `.misuse` if the entity belongs to another database, or has no identifier yet.
  ///   `.deletedEntity` if its row was deleted.
  func referenceKey<Target: Entity>(of target: Target?) throws(DatabaseError) -> SQLiteValue {
    guard let target else { return .null }
    try graph?.requireKey(target._$entity)
    guard target.assignedID != nil else {
      throw DatabaseError(
        .misuse,
        "An entity of the type \(Target.self) has no identifier yet, so no row can refer to it.",
        remedy: "Add the entity to its store first."
      )
    }
    return target._$key.first
  }

  /// Returns a condition that makes reading throw if one of the entities belongs to another
  /// database, or was deleted. Otherwise, returns nil.
  private func refusal(of entities: some Sequence<Element>) -> QueryCondition? {
    guard let graph else { return nil }
    return entities.lazy.compactMap { UnusableEntity($0._$entity, in: graph) }.first
      .map { QueryValue(.unusable($0)) }
  }

  /// Returns a condition that also contains the entities whose keys it compares.
  private func comparing(
    _ entities: some Sequence<Element>,
    condition: QueryCondition
  ) -> QueryCondition {
    let states = entities.map { $0._$entity }
    guard graph != nil, !states.isEmpty else { return condition }
    let compared = ComparedEntities(states: states)
    return QueryValue(.comparing(compared, condition.expression), depth: condition.depth)
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
    return QueryRow<Target>(RowPath(depth: path.depth, hops: path.hops + [hop]), of: graph)
  }

  private func children<Child: Entity>(
    _ relationship: ChildrenPath.Relationship
  ) -> QueryChildren<Child> {
    let children = ChildrenPath(
      parent: path,
      parentType: EntityType(type: Element.self),
      relationship: relationship,
      child: EntityType(type: Child.self)
    )
    guard case .property(let property) = relationship else {
      return QueryChildren(children, of: graph)
    }
    let declared = Element._$definition.relationships.first {
      $0.path as AnyKeyPath == property.path as AnyKeyPath
    }
    let row = RowPath(depth: path.depth + 1)
    return QueryChildren(children, of: graph, where: declared?.condition?(row, graph))
  }
}

extension QueryRow {
  /// Returns a condition that is true if this is the row of `entity`.
  ///
  /// If `entity` is nil, the condition is true if the reference to this row is nil.
  public static func == (row: Self, entity: Element?) -> QueryCondition {
    let entities = [entity].compactMap { $0 }
    return row.refusal(of: entities) ?? row.comparing(entities, condition: row.isRow(of: entity))
  }

  private func isRow(of entity: Element?) -> QueryCondition {
    // An entity without an identifier has no row. Its key NULL would mean a nil reference.
    if let entity, entity.assignedID == nil { return self.in([]) }
    guard let entity else { return QueryValue(.isNil(path, columnCount: Self.columnCount)) }
    return QueryValue(.isRow(path, key: entity._$key))
  }

  /// The number of columns that store a reference to the entity type.
  private static var columnCount: Int { Element._$definition.keyColumns.count }

  /// Returns a condition that is true if this is not the row of `entity`.
  ///
  /// A nil reference differs from every entity, and equals only nil.
  public static func != (row: Self, entity: Element?) -> QueryCondition {
    let entities = [entity].compactMap { $0 }
    return row.refusal(of: entities) ?? row.comparing(entities, condition: !row.isRow(of: entity))
  }

  /// Returns a condition that is true if the two rows are the same. Two nil references are equal.
  public static func == (left: Self, right: Self) -> QueryCondition {
    QueryValue(.isSame(left.path, as: right.path, columnCount: columnCount))
  }

  /// Returns a condition that is true if the two rows are different.
  ///
  /// A nil reference differs from every row.
  public static func != (left: Self, right: Self) -> QueryCondition {
    QueryValue(.not(.isSame(left.path, as: right.path, columnCount: columnCount)))
  }
}

extension QueryRow {
  /// Returns a value inside a property that is stored as JSON.
  ///
  /// ```swift
  /// invoices.query.where { $0.json(\.address, "$.city", as: String.self) == "London" }
  /// ```
  ///
  /// The value is nil if the JSON has no element at the path, or if the element is `null`. The
  /// value of an object or an array is its JSON text. A number is a `Date` as `JSONEncoder` writes
  /// it: the seconds since 2001. After each change of the column, a live query that uses the value
  /// reads the file again. A query of a store in memory throws `.misuse`.
  ///
  /// - Parameters:
  ///   - property: A property with `@Column(.json)`.
  ///   - path: A path in the syntax of SQLite (<https://sqlite.org/json1.html#path_arguments>). If
  ///     the path is invalid, reading throws `.invalidSQL`.
  ///   - type: The type of the value.
  public func json<Property, Value: Bindable>(
    _ property: any KeyPath<Element, Property> & Sendable,
    _ path: String,
    as type: Value.Type
  ) -> QueryValue<Value?> {
    let column = ColumnPath(row: self.path, member: .stored(PropertyPath(property)))
    var value = QueryExpression.function(.jsonExtract, [.column(column), .value(.text(path))])
    // `JSONEncoder` writes a UUID in upper case, and a column stores it in lower case.
    if Value.isStored(as: UUID.self) { value = .function(.lower, [value]) }
    if Value.storesDates { value = .function(.jsonDate, [value]) }
    return QueryValue<Value?>(value.compared(as: Value.self), depth: 3)
  }
}
