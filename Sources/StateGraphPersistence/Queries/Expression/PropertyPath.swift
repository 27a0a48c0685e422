/// The key path of a property that a query uses, without static types.
///
/// Unlike the static key path, a `PropertyPath` can be compared and hashed together with the paths
/// of other types.
struct PropertyPath: Hashable, Sendable {
  let path: any AnyKeyPath & Sendable
  /// For a reference by several columns, the index of the column in the referenced key. Otherwise
  /// 0.
  let part: Int

  init(_ path: any AnyKeyPath & Sendable, part: Int = 0) { (self.path, self.part) = (path, part) }

  /// Returns the path of the column at `index`, for the same reference by several columns.
  func part(_ index: Int) -> PropertyPath { PropertyPath(path, part: index) }

  static func == (left: PropertyPath, right: PropertyPath) -> Bool {
    left.part == right.part && (left.path as AnyKeyPath) == (right.path as AnyKeyPath)
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(path as AnyKeyPath)
    hasher.combine(part)
  }
}

/// Identifies the row from which an expression reads a value.
///
/// The row is found from a row of the query, or from a row in an `exists` condition, by following
/// references. For example, `$0.author.name` reads from the row of the author.
struct RowPath: Hashable, Sendable {
  /// The number of `exists` conditions that enclose the row. 0 for a row of the query itself.
  ///
  /// In `$0.comments.exists { $0.isNew }`, the inner `$0` has the depth 1.
  var depth = 0
  /// The references to follow to the identified row. For example, `author` for `$0.author.name`.
  ///
  /// Empty for a row of the query or of an `exists` condition.
  var hops: [ReferencePath] = []
}

/// A property that references another entity, and the type of the referenced entity.
struct ReferencePath: Hashable, Sendable {
  let property: PropertyPath
  let target: EntityType
}

/// Identifies a value of a row by a property of the entity, or by a column of the primary key.
///
/// The name of the column is looked up only when SQL is generated.
struct ColumnPath: Hashable, Sendable {
  enum Member: Hashable, Sendable {
    case property(PropertyPath)
    /// The column of a property in its stored form, such as the text of a property that is stored
    /// as JSON.
    case stored(PropertyPath)
    /// A column of the primary key. The associated value is the column's index in the key.
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
    /// The parent's property for the relationship.
    ///
    /// The declaration of this property names the child's property that references the parent.
    case property(PropertyPath)
    /// The child's property that references the parent.
    case inverse(PropertyPath)
  }

  let parent: RowPath
  let parentType: EntityType
  let relationship: Relationship
  let child: EntityType
}
