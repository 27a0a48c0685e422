import StateGraphSQLite

/// The columns of an image, found by what a query's expressions call them.
struct ImageColumns {
  let definition: EntityDefinition
  /// One for each column of the image.
  let schemas: [ColumnSchema]

  init(_ definition: EntityDefinition, _ schemas: [ColumnSchema]) {
    self.definition = definition
    self.schemas = schemas
  }

  /// The place of a column. Nil for one of another row, for what is no column, and for one that
  /// only SQLite computes.
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
      // Rendering refuses the others, and says so.
      return column.isReference || column.valueType == held ? column.name : nil
    }
  }
}

extension ImageColumns {
  /// Of an entity's images: the key's columns, then those of its properties.
  init(ofEntity layout: EntityLayout) {
    self.init(layout.definition, layout.indexes.map { layout.table.columns[$0] })
  }

  /// Of the images in a change set: every declared column, in declared order.
  init(declaredBy layout: EntityLayout) { self.init(layout.definition, layout.table.columns) }
}
