import StateGraphSQLite

/// The references (foreign keys) by which a query finds the rows of a to-many relationship.
enum ChildrenReferences {
  /// The property of the child that refers to the parent.
  case inverse(PropertyPath)
  /// The two references of a link, which is a row that relates a parent to a child of a
  /// many-to-many relationship.
  case link(EntityType, parent: PropertyPath, child: PropertyPath)
}

extension ChildrenPath {
  /// Returns the references by which the relationship's rows are found.
  ///
  /// - Throws: `.misuse` if the property is not a to-many relationship. `.schemaMismatch` if the
  ///   link does not have exactly one reference for each side.
  func references() throws(DatabaseError) -> ChildrenReferences {
    guard case .property(let property) = relationship else {
      if case .inverse(let path) = relationship { return .inverse(path) }
      throw .noRelationship(relationship, of: child)
    }
    let path = property.path as AnyKeyPath
    let declared = parentType.type._$definition.relationships
    switch declared.first(where: { $0.path as AnyKeyPath == path })?.source {
    case .inverse(let path): return .inverse(PropertyPath(path))
    case .references(let link, let parent, let child):
      return .link(
        EntityType(type: link),
        parent: PropertyPath(parent),
        child: PropertyPath(child)
      )
    case .links(let link): return try references(of: link._$definition, EntityType(type: link))
    case nil: throw .noRelationship(relationship, of: child)
    }
  }

  /// Finds the two references of a link by the entity types to which they refer.
  private func references(
    of link: EntityDefinition,
    _ type: EntityType
  ) throws(DatabaseError) -> ChildrenReferences {
    let parents = link.references(to: parentType.type._$definition)
    let children = link.references(to: child.type._$definition)
    guard parents.count == 1, children.count == 1, parents != children else {
      throw .ambiguousLink(type.type)
    }
    return .link(
      type,
      parent: PropertyPath(link.columns[parents[0]].path),
      child: PropertyPath(link.columns[children[0]].path)
    )
  }
}

extension EntityDefinition {
  /// Returns the names of the columns of a reference, in the order of the referenced key.
  ///
  /// - Throws: `.misuse` if the property is not stored.
  func columnNames(ofReference path: PropertyPath) throws(DatabaseError) -> [String] {
    guard let indexes = columnIndexes(of: path.path) else {
      throw .noColumn(path.path, what: "is not stored in \(table)")
    }
    return indexes.map { columns[$0].name }
  }

  /// The names of the columns from which an entity is created.
  ///
  /// The columns of the primary key come first.
  var columnNames: [String] { keyColumns + columns.map(\.name) }
}

extension DatabaseError {
  static func noColumn(_ path: AnyKeyPath, what: String) -> DatabaseError {
    DatabaseError(
      .misuse,
      "The property \(path) \(what).",
      remedy: "Use a stored property, or filter { } for what only Swift can compute."
    )
  }

  fileprivate static func noRelationship(
    _ relationship: ChildrenPath.Relationship,
    of child: EntityType
  ) -> DatabaseError {
    var name = ""
    if case .property(let property) = relationship { name = " \(property.path)" }
    return DatabaseError(
      .misuse,
      "The property\(name) is no relationship, so a query cannot find its rows of "
        + "\(child.type._$definition.table).",
      remedy: "Declare it with @GraphComputed, or name the reference in "
        + "$0[inverse: \\Child.reference]."
    )
  }
}
