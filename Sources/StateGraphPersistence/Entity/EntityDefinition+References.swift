import StateGraphSQLite

extension EntityDefinition {
  /// Returns the indexes of the columns that store a property.
  ///
  /// For a reference by several columns, the indexes are in the order of the referenced key. Any
  /// other property has one column. Returns nil if no column stores the property.
  func columnIndexes(of path: AnyKeyPath) -> [Int]? {
    if let index = columnIndex(of: path) { return [index] }
    return referenceColumns.reference(of: path).map { columns(ofReference: $0) }
  }

  /// Returns the indexes of the columns that store a reference by several columns, in the order of
  /// the referenced key.
  ///
  /// - Parameter index: The index of the reference in ``references``.
  func columns(ofReference index: Int) -> [Int] {
    referenceColumns.columns[index].map(\.index)
  }

  /// Returns the index of the column that stores one column of the referenced key.
  ///
  /// `part` is the index of that column in the referenced key. Returns nil if the property is not a
  /// reference by several columns, or if the key has no such column.
  func columnIndex(ofReference path: AnyKeyPath, part: Int) -> Int? {
    guard let reference = referenceColumns.reference(of: path) else { return nil }
    let columns = referenceColumns.columns[reference]
    return columns.indices.contains(part) ? columns[part].index : nil
  }

  /// Checks that each reference by several columns has the columns of the referenced type's key.
  ///
  /// The macro cannot check this, because it sees only the referring type.
  ///
  /// - Throws: `.misuse` with the names of the type and the property.
  func requireReferences() throws(DatabaseError) {
    for (reference, found) in zip(references, referenceColumns.columns) {
      let target = reference.referencedTable()
      guard reference.columns.count == target.keyColumns.count else {
        throw fault(
          reference,
          what: "names \(reference.columns.count) columns, and the key of \(target.table) has "
            + "\(target.keyColumns.count)",
          remedy: "Name one column for each column of that key, in the order of the key."
        )
      }
      for (column, type) in zip(found, target.keyTypes) where columns[column.index].type != type {
        throw fault(
          reference,
          what: "refers to a key of \(target.table) whose type is not that of "
            + "\(columns[column.index].name)",
          remedy:
            "Name the columns in the order of the key, or change the type of the other property."
        )
      }
      if !reference.isOptional, let null = found.first(where: { columns[$0.index].isOptional }) {
        throw fault(
          reference,
          what: "is not optional, and another property may set \(columns[null.index].name) to NULL",
          remedy: "Make the reference optional, or the other property not optional."
        )
      }
    }
  }

  private func fault(
    _ reference: EntityReference,
    what: String,
    remedy: String
  ) -> DatabaseError {
    DatabaseError(.misuse, "\(typeName).\(reference.property) \(what).", remedy: remedy)
  }
}

// MARK: - Insertion

extension EntityDefinition {
  /// Returns a row image in which each reference by several columns has the key of its entity.
  ///
  /// - Parameters:
  ///   - image: The row image, in which all other columns already have their values.
  ///   - held: The entities to which the row refers; see ``StateExtras/references``.
  /// - Throws: `.misuse` if a column also belongs to another property or to the primary key, and
  ///   its value differs from the key of the referenced entity.
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
        // A column of the primary key has the value of the identifier, which never changes. The
        // program may have set the reference after it created the identifier.
        if !column.isOwn, image[key ?? first + column.index] != value {
          throw differentColumn(columns[column.index], in: reference)
        }
        image = image.replacing(first + column.index, by: value)
      }
    }
    return image
  }

  /// Returns the error for a reference whose key contradicts the value of a shared column.
  ///
  /// A shared column also belongs to the primary key or to another property. The reference must
  /// have the same value in this column.
  func differentColumn(_ column: EntityColumn, in reference: EntityReference) -> DatabaseError {
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

extension EntityDefinition {
  /// Returns the indexes of the columns that refer to entities of `target`.
  func references(to target: EntityDefinition) -> [Int] {
    columns.indices.filter { columns[$0].referencedTable?() === target }
  }
}

extension EntityDefinition {
  /// Returns the property of a key in ``StateExtras/references``.
  func property(heldAt index: Int) -> String {
    index < columns.count ? columns[index].property : references[index - columns.count].property
  }
}

extension DatabaseError {
  /// Returns the error for a many-to-many relationship whose link type does not have exactly one
  /// reference to each of the two sides.
  static func ambiguousLink(_ link: any Entity.Type) -> DatabaseError {
    DatabaseError(
      .schemaMismatch,
      "\(link) does not have exactly one property for each side of the relationship.",
      remedy: "Name the two properties: through: \\Link.owner, \\Link.target."
    )
  }
}
