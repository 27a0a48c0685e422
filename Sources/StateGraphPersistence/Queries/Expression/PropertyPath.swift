/// A key path that a query was built from, as a value: which property, whatever its type.
struct PropertyPath: Hashable, Sendable {
  let path: any AnyKeyPath & Sendable

  init(_ path: any AnyKeyPath & Sendable) { self.path = path }

  static func == (left: PropertyPath, right: PropertyPath) -> Bool {
    (left.path as AnyKeyPath) == (right.path as AnyKeyPath)
  }

  func hash(into hasher: inout Hasher) { hasher.combine(path as AnyKeyPath) }
}

/// A row that a query speaks of: one of the rows it runs over, or one that such a row refers to.
struct RowPath: Hashable, Sendable {
  /// How many `exists` are around it: 0 for the rows of the query itself.
  var depth = 0
  /// The references that lead to it from there.
  var hops: [ReferencePath] = []
}

/// A property that refers to another entity.
struct ReferencePath: Hashable, Sendable {
  let property: PropertyPath
  let target: EntityType
}

/// A value of a row, before anybody has looked for its column.
struct ColumnPath: Hashable, Sendable {
  enum Member: Hashable, Sendable {
    case property(PropertyPath)
    /// One column of the primary key.
    case key(Int)
  }

  let row: RowPath
  let member: Member
}

/// An entity type, as a value.
struct EntityType: Hashable, Sendable {
  let type: any Entity.Type

  static func == (left: EntityType, right: EntityType) -> Bool {
    ObjectIdentifier(left.type) == ObjectIdentifier(right.type)
  }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(type)) }
}

/// The rows that refer to a row: the other side of a to-many relationship.
struct ChildrenPath: Hashable, Sendable {
  enum Relationship: Hashable, Sendable {
    /// The parent's property, declared with its inverse.
    case property(PropertyPath)
    /// The child's reference to the parent.
    case inverse(PropertyPath)
  }

  let parent: RowPath
  let parentType: EntityType
  let relationship: Relationship
  let child: EntityType
}
