import StateGraphSQLite

extension ChildrenPath {
  /// The child's column that refers to the parent.
  ///
  /// - Throws: `.misuse` where a property does not tell which one: the child has several
  ///   references to the parent's table, or none.
  func inverse() throws(DatabaseError) -> String {
    let definition = child.type._$definition
    switch relationship {
    case .inverse(let path):
      guard let index = definition.columnIndex(of: path.path) else {
        throw .noColumn(path, "is not stored in \(definition.table)")
      }
      return definition.columns[index].name
    case .property:
      let references = definition.columns.filter { parentType.isValueType(of: $0.path) }
      guard references.count == 1 else {
        throw DatabaseError(
          .misuse,
          "\(definition.table) has \(references.count) columns that refer to a "
            + "\(parentType.type), so that a query cannot tell which one is meant.",
          remedy: "Name it: $0[inverse: \\Child.reference]."
        )
      }
      return references[0].name
    }
  }
}

extension EntityType {
  /// Whether the property holds an entity of this type, or nil.
  func isValueType(of path: AnyKeyPath) -> Bool {
    let held = Swift.type(of: path).valueType
    return type.identifiers.contains(ObjectIdentifier(held))
  }
}

extension Entity {
  /// The type and its optional.
  fileprivate static var identifiers: [ObjectIdentifier] {
    [ObjectIdentifier(Self.self), ObjectIdentifier(Self?.self)]
  }
}

extension DatabaseError {
  static func noColumn(_ path: PropertyPath, _ what: String) -> DatabaseError {
    DatabaseError(
      .misuse,
      "The property \(path.path as AnyKeyPath) \(what).",
      remedy: "Use a stored property, or filter { } for what only Swift can compute."
    )
  }
}

extension EntityDefinition {
  /// The columns of an entity's row, key first.
  var columnNames: [String] { keyColumns + columns.map(\.name) }

  /// The key's column, for what refers to the table by one.
  func singleKeyColumn() throws(DatabaseError) -> String {
    guard keyColumns.count == 1 else {
      throw DatabaseError(
        .misuse,
        "The table \(table) has a key of several columns, and no single column refers to it."
      )
    }
    return keyColumns[0]
  }
}
