/// A property that a query names, as a key path without static types. It can be compared and
/// hashed.
struct PropertyPath: Hashable, Sendable {
  let path: any AnyKeyPath & Sendable

  init(_ path: any AnyKeyPath & Sendable) { self.path = path }

  static func == (left: PropertyPath, right: PropertyPath) -> Bool {
    (left.path as AnyKeyPath) == (right.path as AnyKeyPath)
  }

  func hash(into hasher: inout Hasher) { hasher.combine(path as AnyKeyPath) }
}

/// Identifies the row from which an expression reads: a row of the query, a row of an `exists`, or
/// a row that one of these references.
struct RowPath: Hashable, Sendable {
  /// The number of `exists` conditions that enclose the row. It is 0 for the rows of the query
  /// itself.
  var depth = 0
  /// The references to follow from the row at this depth to the identified row. Empty for the row
  /// at this depth itself.
  var hops: [ReferencePath] = []
}

/// A property that references another entity, with the type of that entity.
struct ReferencePath: Hashable, Sendable {
  let property: PropertyPath
  let target: EntityType
}

/// Identifies a value of a row by the entity's property. The name of the column is looked up only
/// when SQL is generated.
struct ColumnPath: Hashable, Sendable {
  enum Member: Hashable, Sendable {
    case property(PropertyPath)
    /// A column of the primary key, by its index in the key.
    case key(Int)
  }

  let row: RowPath
  let member: Member
}

/// An entity type as a value that can be compared and hashed, for use in dictionary keys.
struct EntityType: Hashable, Sendable {
  let type: any Entity.Type

  static func == (left: EntityType, right: EntityType) -> Bool {
    ObjectIdentifier(left.type) == ObjectIdentifier(right.type)
  }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(type)) }
}

/// Identifies the rows of a to-many relationship: the child rows that reference a parent row.
struct ChildrenPath: Hashable, Sendable {
  enum Relationship: Hashable, Sendable {
    /// The parent's property for the relationship. Its declaration names the child's reference.
    case property(PropertyPath)
    /// The child's property that references the parent.
    case inverse(PropertyPath)
  }

  let parent: RowPath
  let parentType: EntityType
  let relationship: Relationship
  let child: EntityType
}
