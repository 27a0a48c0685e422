import StateGraphSQLite

extension ChildrenPath {
  /// Returns the names of the child's columns that reference the parent, in the order of the
  /// parent's key.
  ///
  /// - Throws: `.misuse` if the property is not a one-to-many relationship. The child then has no
  ///   such column.
  func inverse() throws(DatabaseError) -> [String] {
    let definition = child.type._$definition
    let path = try reference()
    guard let indexes = definition.columnIndexes(of: path) else {
      throw .noColumn(path, "is not stored in \(definition.table)")
    }
    return indexes.map { definition.columns[$0].name }
  }

  private func reference() throws(DatabaseError) -> AnyKeyPath {
    switch relationship {
    case .inverse(let path): return path.path
    case .property(let property):
      let path = property.path as AnyKeyPath
      let declared = parentType.type._$definition.relationships
      if let known = declared.first(where: { $0.path as AnyKeyPath == path }) {
        return known.inverse
      }
      throw DatabaseError(
        .misuse,
        "The property \(path) is no one-to-many relationship, so that a query cannot tell which "
          + "rows of \(child.type._$definition.table) are meant.",
        remedy: "Name the reference, of a many-to-many relationship that of its link: "
          + "$0[inverse: \\Child.reference]."
      )
    }
  }
}

extension DatabaseError {
  static func noColumn(_ path: AnyKeyPath, _ what: String) -> DatabaseError {
    DatabaseError(
      .misuse,
      "The property \(path) \(what).",
      remedy: "Use a stored property, or filter { } for what only Swift can compute."
    )
  }
}

extension EntityDefinition {
  /// The names of the columns from which an entity is created.
  ///
  /// The columns of the primary key come first.
  var columnNames: [String] { keyColumns + columns.map(\.name) }
}
