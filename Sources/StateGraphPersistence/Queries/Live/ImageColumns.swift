import StateGraphSQLite

/// Finds the columns of a row image that the expressions of a query name.
struct ImageColumns {
  let definition: EntityDefinition
  /// The declarations of the image's columns.
  let schemas: [ColumnSchema]

  init(_ definition: EntityDefinition, _ schemas: [ColumnSchema]) {
    self.definition = definition
    self.schemas = schemas
  }

  /// Returns the index of a column in the image. Returns nil for a column of another row, for a
  /// property that is not a column, and for a virtual column, which only SQLite can compute.
  func index(of path: ColumnPath) -> Int? {
    guard path.row == RowPath(), let name = name(of: path.member),
      let index = schemas.firstIndex(where: { $0.name.utf8.elementsEqual(name.utf8) })
        ?? schemas.firstIndex(where: { $0.name.isSameName(as: name) }),
      schemas[index].generation != .virtual
    else { return nil }
    return index
  }

  private func name(of member: ColumnPath.Member) -> String? {
    switch member {
    case .key(let index): return definition.keyColumns[index]
    case .property(let property):
      guard let index = definition.columnIndex(of: property.path) else { return nil }
      let column = definition.columns[index]
      let held = Swift.type(of: property.path as AnyKeyPath).valueType
      // For other properties, `QueryRenderer` throws an error.
      return column.isReference || column.valueType == held ? column.name : nil
    }
  }
}

extension ImageColumns {
  /// The columns of an entity's images: the primary key columns, followed by those of the
  /// properties.
  init(ofEntity layout: EntityLayout) {
    self.init(layout.definition, layout.indexes.map { layout.table.columns[$0] })
  }

  /// The columns of the images of a change set: all columns of the table in declared order.
  init(declaredBy layout: EntityLayout) { self.init(layout.definition, layout.table.columns) }
}
