import StateGraphSQLite

extension EntityTable {
  /// Inserts an entity, or overwrites the row that has the same values in the columns of
  /// `properties`. Call inside a write.
  ///
  /// - Returns: The object of the row.
  func upsert(
    _ entity: Element,
    matching properties: [PartialKeyPath<Element>],
    in database: Database
  ) throws -> Element {
    let columns = try uniqueColumns(of: properties)
    guard entity._$entity.attachedTable == nil else {
      throw DatabaseError(
        .misuse,
        "An entity that has a row already was passed to an upsert of \(name) with `onConflict`.",
        remedy: "Set the properties of the entity, or pass a new object."
      )
    }
    graph.willUseTransaction()
    let connection = try database.writerOfTransaction()
    let image = try untyped.inserter.imageToInsert(entity)
    guard let key = try key(of: image, equalIn: columns, connection) else {
      try add([entity], onConflict: .fail, in: database)
      return entity
    }
    try untyped.writer.overwrite(key, with: image, on: connection)
    if let found = try find(key) { return found }
    throw DatabaseError(
      .typeMismatch,
      "An overwritten row of \(name) has no object, because it has a value that a property cannot "
        + "hold, or because a trigger has deleted it.",
      remedy: "Correct the row by SQL, or change the trigger."
    )
  }

  /// Sets the timestamps of an entity's last update to the time of the write. Call inside a write.
  func touch(_ entity: Element) throws {
    guard !definition.updateTimestamps.isEmpty else {
      throw DatabaseError(
        .misuse,
        "\(definition.typeName) has no timestamp of its last update.",
        remedy: "Declare a property with @Column(.timestamp(.update))."
      )
    }
    let state = entity._$entity
    guard state.attachedTable != nil else {
      throw DatabaseError(
        .misuse,
        "An entity that has no row in \(name) was passed to `touch`.",
        remedy: "Add the entity first."
      )
    }
    try graph.requireOwn(state)
    graph.willUseTransaction()
    try untyped.writer.update(state, changes: untyped.context.timestampChanges(besides: nil))
  }

  /// Returns the indexes of the properties' columns in the definition.
  ///
  /// - Throws: `.misuse` if neither a unique index nor the primary key has exactly these columns.
  private func uniqueColumns(of properties: [PartialKeyPath<Element>]) throws -> [Int] {
    let columns = try properties.map { path in
      if let index = definition.columnIndex(of: path) { return index }
      throw DatabaseError(
        .misuse,
        "A property in the `onConflict` of an upsert is no column of \(name).",
        remedy: "Name properties that have @GraphStored."
      )
    }
    let layout = layout
    let names = Set(columns.map { ByteText(layout.name(ofColumn: $0)) })
    let indexes = layout.table.indexes.filter { $0.isUnique && !$0.isPartial }.map(\.columns)
    let key = layout.table.primaryKey.map { Optional($0) }
    let isUnique = (indexes + [key]).contains { index in
      index.count == names.count
        && index.allSatisfy { $0.map { names.contains(ByteText($0)) } ?? false }
    }
    guard isUnique else {
      throw DatabaseError(
        .misuse,
        "No unique index of \(name) has exactly the columns in the `onConflict` of an upsert: "
          + names.sorted().map(\.string).joined(separator: ", "),
        remedy: "Declare the column as .unique, or add a unique index, and migrate the table."
      )
    }
    return columns
  }

  /// Returns the key of the row that has the same values as `image` in these columns, or nil if
  /// there is no such row.
  private func key(
    of image: RowImage,
    equalIn columns: [Int],
    _ connection: Connection
  ) throws -> RowKey? {
    let layout = layout
    let conditions = columns.map { index -> SQL in
      "\(column: layout.name(ofColumn: index)) = \(image[keyCount + index])"
    }
    let row = try connection.rows(
      """
      SELECT \(columns: layout.keyNames) FROM \(table: name)
      WHERE \(conditions, separator: " AND ") LIMIT 1
      """
    ).first
    return row.map { RowKey($0.values) }
  }
}
