import StateGraphSQLite

/// Finds the position of a query's columns in a row image, which is a copy of a row's values.
struct ImageColumns {
  let definition: EntityDefinition
  /// The schemas of the image's columns, in the order of the image. The collation of a column with
  /// dates is ``Collation/date``.
  let schemas: [ColumnSchema]

  init(_ definition: EntityDefinition, schemas: [ColumnSchema]) {
    self.definition = definition
    let dates = definition.columns.filter(\.storesDate).map(\.name)
    self.schemas = schemas.map { schema in
      dates.contains { $0.isSameName(as: schema.name) } ? schema.comparingDates : schema
    }
  }

  /// Returns the index of a column in the image.
  ///
  /// Returns nil if the path names a column of another row, or a property without a column. Also
  /// returns nil for a virtual column, because only SQLite can compute its value.
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
    case .stored: return nil
    case .property(let property):
      guard let index = definition.columnIndex(of: property.path) else {
        let part = definition.columnIndex(ofReference: property.path, part: property.part)
        return part.map { definition.columns[$0].name }
      }
      let column = definition.columns[index]
      let held = Swift.type(of: property.path as AnyKeyPath).valueType
      // If the column stores a different type than the property, their values cannot be compared.
      // `QueryRenderer` throws an error for the property.
      return column.isReference || column.valueType == held ? column.name : nil
    }
  }
}

extension ImageColumns {
  /// Creates the columns of the row copies that entities store.
  ///
  /// The columns of the primary key come first, followed by the columns of the properties.
  init(ofEntity layout: EntityLayout) {
    self.init(layout.definition, schemas: layout.indexes.map { layout.table.columns[$0] })
  }

  /// Creates the columns of the row copies that a commit reports.
  ///
  /// These are all columns of the table, in the order of its declaration.
  init(declaredBy layout: EntityLayout) {
    self.init(layout.definition, schemas: layout.table.columns)
  }
}
