import StateGraphSQLite

/// The statement that changes or deletes all rows of a query.
struct ChangeStatement {
  let shape: QueryShape
  /// The values that the statement returns for each changed row. Empty if the statement returns no
  /// values.
  let returning: [QueryExpression]
  let type: any Entity.Type
  /// The name by which SQL reads the table's rowid, or nil for a table that is declared WITHOUT
  /// ROWID.
  let rowIDName: String?

  private var definition: EntityDefinition { type._$definition }
  private var table: SQL { "\(table: definition.table)" }
  private var keys: [QueryExpression] {
    definition.keyColumns.indices.map { .column(RowPath().key($0)) }
  }

  /// Returns the UPDATE statement that carries out assignments for the rows of the query.
  ///
  /// - Throws: `.misuse` if the column of a property stores another form of the value, such as
  ///   JSON, or if a returned value is a value of another row. Also the errors of
  ///   `QueryRenderer.statement`.
  func update(_ assignments: [QueryAssignment]) throws(DatabaseError) -> SQL {
    try shape.validate()
    let end = try returningClause()
    var renderer = QueryRenderer(EntityType(type: type))
    var columns: [String] = []
    var values: [SQL] = []
    for assignment in assignments {
      let path = ColumnPath(row: RowPath(), member: .property(assignment.property))
      columns.append(try renderer.resolve(path).column)
      values.append(try renderer.value(assignment.value))
    }
    let readsOnlyOwnRow = renderer.sources.count == 1
    if readsOnlyOwnRow, let condition = try simpleCondition(&renderer) {
      let pairs = zip(columns, values).map { column, value -> SQL in
        "\(column: column) = \(value)"
      }
      return "UPDATE \(table) SET \(pairs, separator: ", ")\(condition)\(end)"
    }
    return try update(columns, to: assignments.map(\.value)) + end
  }

  /// Returns an UPDATE statement that computes all new values before it changes the first row.
  ///
  /// A sub-select of the statement therefore never reads a row that the statement has already
  /// changed.
  private func update(
    _ columns: [String],
    to values: [QueryExpression]
  ) throws(DatabaseError) -> SQL {
    let rows = try QueryRenderer.statement(
      shape,
      result: .values(keys + values, isOrdered: shape.isWindow),
      of: type,
      rowIDName: rowIDName
    )
    let new: SQL = "\(table: "new values")"
    let names = (0..<(keys.count + columns.count)).map { "\($0)" }
    let pairs = zip(columns, names.dropFirst(keys.count)).map { column, name -> SQL in
      "\(column: column) = \(new).\(column: name)"
    }
    let isRow = zip(definition.keyColumns, names).map { column, name -> SQL in
      "\(table).\(column: column) = \(new).\(column: name)"
    }
    return """
      WITH \(new) (\(columns: names)) AS MATERIALIZED (\(rows.sql)) \
      UPDATE \(table) SET \(pairs, separator: ", ") FROM \(new) \
      WHERE \(isRow, separator: " AND ")
      """
  }

  /// Returns the DELETE statement for the rows of the query.
  ///
  /// - Throws: `.misuse` if a returned value is a value of another row. Also the errors of
  ///   `QueryRenderer.statement`.
  func deletion() throws(DatabaseError) -> SQL {
    try shape.validate()
    let end = try returningClause()
    var renderer = QueryRenderer(EntityType(type: type))
    if let condition = try simpleCondition(&renderer) {
      return "DELETE FROM \(table)\(condition)\(end)"
    }
    let result = QueryResult.values(keys, isOrdered: shape.isWindow)
    let rows = try QueryRenderer.statement(shape, result: result, of: type, rowIDName: rowIDName)
    return "DELETE FROM \(table) WHERE (\(columns: definition.keyColumns)) IN (\(rows.sql))\(end)"
  }

  /// Returns the WHERE clause for the query's condition.
  ///
  /// Returns nil if a separate SELECT must find the rows, because the query needs a join, a
  /// full-text search, a limit or an offset.
  private func simpleCondition(_ renderer: inout QueryRenderer) throws(DatabaseError) -> SQL? {
    guard !shape.isWindow, shape.search == nil else { return nil }
    guard let expression = shape.condition else { return "" }
    let condition = try renderer.condition(expression)
    return renderer.scopes[0].joinOrder.isEmpty ? " WHERE \(condition)" : nil
  }

  /// Returns the RETURNING clause, which can read only the changed row. Returns no SQL if
  /// ``returning`` is empty.
  private func returningClause() throws(DatabaseError) -> SQL {
    if returning.isEmpty { return "" }
    var renderer = QueryRenderer(EntityType(type: type))
    var list: [SQL] = []
    for expression in returning { list.append(try renderer.value(expression)) }
    guard renderer.sources.count == 1 else {
      throw DatabaseError(
        .misuse,
        "A statement can return only values of the rows that it changes.",
        remedy: "Return the identifiers, and select the other values in the same write."
      )
    }
    return " RETURNING \(list, separator: ", ")"
  }
}
