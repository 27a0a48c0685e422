import StateGraphSQLite

extension EntityRelationship {
  /// Returns a query for all pairs of an owner and a related entity, without an order.
  ///
  /// A row has the columns of the owner's key, and then those of the related entity's key. The
  /// query uses no index, route or live result, so that a test can compare live values with it.
  ///
  /// - Parameter owner: The definition of the type that declares the relationship.
  /// - Throws: `.schemaMismatch` if a link does not have exactly one reference for each side.
  package func pairs(of owner: EntityDefinition) throws(DatabaseError) -> SQL {
    switch source {
    case .inverse(let path):
      guard let child = (type(of: path as AnyKeyPath).rootType as? any Entity.Type) else {
        throw .noColumn(path, what: "is no property of an entity")
      }
      let definition = child._$definition
      let reference = try definition.columnNames(ofReference: PropertyPath(path))
      return Self.pairs(reference, with: definition.keyColumns, in: definition.table)
    case .references(let link, let first, let second):
      let definition = link._$definition
      return Self.pairs(
        try definition.columnNames(ofReference: PropertyPath(first)),
        with: try definition.columnNames(ofReference: PropertyPath(second)),
        in: definition.table
      )
    case .links(let link):
      let definition = link._$definition
      let parents = definition.references(to: owner)
      let children = relatedDefinition.map { definition.references(to: $0) } ?? []
      guard parents.count == 1, children.count == 1, parents != children else {
        throw .ambiguousLink(link)
      }
      let names = (parents + children).map { definition.columns[$0].name }
      return Self.pairs([names[0]], with: [names[1]], in: definition.table)
    }
  }

  /// The definition of the related entities, from the type of the property.
  private var relatedDefinition: EntityDefinition? {
    (type(of: path as AnyKeyPath).valueType as? any EntityArray.Type)?.definition
  }

  private static func pairs(_ owner: [String], with child: [String], in table: String) -> SQL {
    let conditions: [SQL] = (owner + child).map { "\(column: $0) IS NOT NULL" }
    return """
      SELECT \(columns: owner + child) FROM \(table: table) \
      WHERE \(conditions, separator: " AND ")
      """
  }
}

/// An array whose element type is found at run time.
private protocol EntityArray {
  static var definition: EntityDefinition { get }
}

extension Array: EntityArray where Element: Entity {
  fileprivate static var definition: EntityDefinition { Element._$definition }
}
