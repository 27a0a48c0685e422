import StateGraphSQLite

extension EntityDefinition {
  /// Returns the indexes of the columns that store a property: the columns of a reference by
  /// several columns in the order of the referenced key, otherwise one column.
  ///
  /// Returns nil if no column stores the property.
  func columnIndexes(of path: AnyKeyPath) -> [Int]? {
    if let index = columnIndex(of: path) { return [index] }
    return referenceColumns.reference(of: path).map { columns(ofReference: $0) }
  }

  /// Returns the indexes of the columns of a reference by several columns, in the order of the
  /// referenced key.
  func columns(ofReference index: Int) -> [Int] {
    referenceColumns.columns[index].map(\.index)
  }

  /// Returns the index of the column that stores one column of the referenced key.
  ///
  /// Returns nil if the property is no reference by several columns.
  func columnIndex(ofReference path: AnyKeyPath, part: Int) -> Int? {
    guard let reference = referenceColumns.reference(of: path) else { return nil }
    let columns = referenceColumns.columns[reference]
    return columns.indices.contains(part) ? columns[part].index : nil
  }

  /// Checks what only the definitions of both types show about references by several columns.
  ///
  /// - Throws: `.misuse` with the names of the table and the property.
  func requireReferences() throws(DatabaseError) {
    for (reference, found) in zip(references, referenceColumns.columns) {
      let target = reference.referencedTable()
      guard reference.columns.count == target.keyColumns.count else {
        throw fault(
          reference,
          "names \(reference.columns.count) columns, and the key of \(target.table) has "
            + "\(target.keyColumns.count)",
          "Name one column for each column of that key, in the order of the key."
        )
      }
      for (column, type) in zip(found, target.keyTypes) where columns[column.index].type != type {
        throw fault(
          reference,
          "refers to a key of \(target.table) whose type is not that of "
            + "\(columns[column.index].name)",
          "Name the columns in the order of the key, or change the type of the other property."
        )
      }
      if !reference.isOptional, let null = found.first(where: { columns[$0.index].isOptional }) {
        throw fault(
          reference,
          "is not optional, and another property may set \(columns[null.index].name) to NULL",
          "Make the reference optional, or the other property not optional."
        )
      }
    }
  }

  private func fault(
    _ reference: EntityReference,
    _ what: String,
    _ remedy: String
  ) -> DatabaseError {
    DatabaseError(.misuse, "\(typeName).\(reference.property) \(what).", remedy: remedy)
  }
}

// MARK: - Insertion

extension EntityDefinition {
  /// Returns a row image in which each reference by several columns has the key of its entity.
  ///
  /// - Parameters:
  ///   - image: The row, whose other columns have their values already.
  ///   - held: The entities to which the row refers; see ``StateExtras/references``.
  /// - Throws: `.misuse` if a column that belongs to another property has another value than the
  ///   key.
  func image(
    _ image: RowImage,
    referringTo held: [Int: any Entity]
  ) throws(DatabaseError) -> RowImage {
    let first = image.count - columns.count
    var image = image
    for (index, reference) in references.enumerated() {
      guard let target = held[columns.count + index] else { continue }
      for (column, value) in zip(referenceColumns.columns[index], target._$key.values) {
        let name = columns[column.index].name
        let key = keyColumns.firstIndex { $0.isSameName(as: name) }
        // The identifier is older than the reference, which may have been set since.
        if !column.isOwn, image[key ?? first + column.index] != value {
          throw differentColumn(columns[column.index], reference)
        }
        image = image.replacing(first + column.index, by: value)
      }
    }
    return image
  }

  /// Returns the error of a reference to an entity whose key has another value in a column that
  /// belongs to another property.
  func differentColumn(_ column: EntityColumn, _ reference: EntityReference) -> DatabaseError {
    let owner = isKey(column) ? "the own key" : "the property \(column.property)"
    return DatabaseError(
      .misuse,
      "\(typeName).\(reference.property) was set to an entity whose key has another value in the "
        + "column \(column.name), which belongs to \(owner).",
      remedy: "Refer to an entity with the same value, or first set the property that has the "
        + "column, in the same write."
    )
  }
}
