/// A property that a query names. It is a key path whose types are erased.
struct PropertyPath: Hashable, Sendable {
  let path: any AnyKeyPath & Sendable

  init(_ path: any AnyKeyPath & Sendable) { self.path = path }

  static func == (left: PropertyPath, right: PropertyPath) -> Bool {
    (left.path as AnyKeyPath) == (right.path as AnyKeyPath)
  }

  func hash(into hasher: inout Hasher) { hasher.combine(path as AnyKeyPath) }
}

/// A row that a query names: a row of the query itself, a row of an `exists`, or a row that one of
/// these references.
struct RowPath: Hashable, Sendable {
  /// The number of `exists` that enclose the row; 0 for the rows of the query itself.
  var depth = 0
  /// The references that lead from the row at this depth to the named row.
  var hops: [ReferencePath] = []
}

/// A property that references another entity.
struct ReferencePath: Hashable, Sendable {
  let property: PropertyPath
  let target: EntityType
}

/// A value of a row. It names the property of the entity, and not yet the column of the table.
struct ColumnPath: Hashable, Sendable {
  enum Member: Hashable, Sendable {
    case property(PropertyPath)
    /// A column of the primary key, by its index.
    case key(Int)
  }

  let row: RowPath
  let member: Member
}

/// An entity type, as a value that can be hashed.
struct EntityType: Hashable, Sendable {
  let type: any Entity.Type

  static func == (left: EntityType, right: EntityType) -> Bool {
    ObjectIdentifier(left.type) == ObjectIdentifier(right.type)
  }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(type)) }
}

/// The rows of a to-many relationship: the child rows that reference a parent row.
struct ChildrenPath: Hashable, Sendable {
  enum Relationship: Hashable, Sendable {
    /// The parent's relationship property, which declares its inverse.
    case property(PropertyPath)
    /// The child's reference to the parent.
    case inverse(PropertyPath)
  }

  let parent: RowPath
  let parentType: EntityType
  let relationship: Relationship
  let child: EntityType
}
