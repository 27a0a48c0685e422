/// A property that a query names, as a key path without its types.
struct PropertyPath: Hashable, Sendable {
  let path: any AnyKeyPath & Sendable

  init(_ path: any AnyKeyPath & Sendable) { self.path = path }

  static func == (left: PropertyPath, right: PropertyPath) -> Bool {
    (left.path as AnyKeyPath) == (right.path as AnyKeyPath)
  }

  func hash(into hasher: inout Hasher) { hasher.combine(path as AnyKeyPath) }
}

/// A row in a query: a row of the query itself or of an `exists`, or a row that such a row
/// references.
struct RowPath: Hashable, Sendable {
  /// The number of `exists` that enclose the row; 0 for the rows of the query itself.
  var depth = 0
  /// The references that lead from there to the row.
  var hops: [ReferencePath] = []
}

/// A property that references another entity.
struct ReferencePath: Hashable, Sendable {
  let property: PropertyPath
  let target: EntityType
}

/// A value of a row, identified by its property and not yet by its column.
struct ColumnPath: Hashable, Sendable {
  enum Member: Hashable, Sendable {
    case property(PropertyPath)
    /// A column of the primary key, by its index.
    case key(Int)
  }

  let row: RowPath
  let member: Member
}

/// An entity type as a hashable value.
struct EntityType: Hashable, Sendable {
  let type: any Entity.Type

  static func == (left: EntityType, right: EntityType) -> Bool {
    ObjectIdentifier(left.type) == ObjectIdentifier(right.type)
  }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(type)) }
}

/// The rows that reference a row: the children of a to-many relationship.
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
