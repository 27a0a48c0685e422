import StateGraphSQLite

/// The SQL statement of a query, with the tables and columns that it reads.
struct QueryStatement {
  let sql: SQL
  let sources: [QuerySource]
  /// Whether the statement compares dates by their texts. It is then right only as long as the
  /// columns contain no date in another form; see ``DateForms``.
  var reliesOnNormalDates = false

  /// The SQL text for messages and logs, with `*` in place of the list of columns.
  var name: String {
    guard let from = sql.text.firstRange(of: " FROM ") else { return sql.text }
    return "SELECT *" + sql.text[from.lowerBound...]
  }
}

/// Determines what the SQL statement of a query returns.
enum QueryResult: Hashable, Sendable {
  /// These columns of each row, in this order. An entity is created from their values.
  case images([ByteText])
  /// The rowid of each row, in the query's order.
  case rowIDs
  /// The columns of each row's primary key, followed by the values by which the query is ordered.
  case keys
  /// A single row that contains the value of an aggregate, such as a count.
  case aggregate(QueryAggregate)
  /// One row for each different value of the expression.
  ///
  /// The row contains the value and the aggregate over the rows with this value. If a condition is
  /// given, the result contains only the groups for which the condition is true.
  case groups(QueryExpression, QueryAggregate, having: QueryExpression?)
  /// A single row that contains 1 if the query finds a row, otherwise 0.
  case existence
  /// The values of the expressions for each row, in the query's order.
  ///
  /// If the result is distinct, the order of the shape must contain every expression.
  case selection([QueryExpression], isDistinct: Bool)
  /// The values of the expressions for each row. For a nil expression, the value is NULL.
  case values([QueryExpression?], isOrdered: Bool)
}

extension QueryRenderer {
  /// Returns the SQL statement of a query.
  ///
  /// - Parameters:
  ///   - shape: The condition, order, limit, offset and search of the query.
  ///   - result: What the statement returns.
  ///   - type: The entity type whose table the query reads.
  ///   - rowIDName: The name of the table's rowid, by which the full-text index refers to rows, or
  ///     nil for a table that is declared WITHOUT ROWID.
  ///   - areDatesNormal: Returns whether a column contains only dates in the library's own form.
  /// - Throws: `.misuse` if the query uses a property that is not a column, or if its limit
  ///   or offset is negative.
  static func statement(
    _ shape: QueryShape,
    result: QueryResult,
    of type: any Entity.Type,
    rowIDName: String? = nil,
    areDatesNormal: @escaping (Int) -> Bool = { _ in false }
  ) throws(DatabaseError) -> QueryStatement {
    try shape.validate()
    var renderer = QueryRenderer(
      EntityType(type: type),
      rowIDName: rowIDName,
      areDatesNormal: areDatesNormal
    )
    let sql = try renderer.statement(shape, result: result)
    if shape.search != nil {
      // The rank of a search result depends on the words of all rows. A change of any indexed
      // column can therefore change the result.
      renderer.forgetMatches()
      renderer.noteAllColumns(renderer.definition.columnNames)
    }
    return QueryStatement(
      sql: sql,
      sources: renderer.sources,
      reliesOnNormalDates: renderer.reliesOnNormalDates
    )
  }

  private mutating func statement(
    _ shape: QueryShape,
    result: QueryResult
  ) throws(DatabaseError) -> SQL {
    switch result {
    case .images(let columns):
      let table = definition.table
      noteAllColumns(definition.keyColumns)
      let list = columns.map { column -> SQL in "\(table: table).\(column: column.string)" }
      return try select(list, shape: shape, ordered: true)
    case .rowIDs:
      guard let rowIDName else { throw .noRowID(definition.table) }
      noteAllColumns(definition.keyColumns)
      let list: [SQL] = ["\(table: definition.table).\(column: rowIDName)"]
      return try select(list, shape: shape, ordered: true)
    case .keys:
      let keys = definition.keyColumns.indices.map { QueryExpression.column(RowPath().key($0)) }
      let list = try values(keys + shape.totalOrdering(definition).map(\.expression))
      return try select(list, shape: shape, ordered: true)
    case .values(let expressions, let isOrdered):
      return try select(try values(expressions), shape: shape, ordered: isOrdered)
    case .selection(let expressions, let isDistinct):
      let list = try values(expressions)
      noteAllColumns(definition.keyColumns)
      return try select(list, shape: shape, ordered: true, isDistinct: isDistinct)
    case .existence:
      return "SELECT EXISTS (\(try select(["1"], shape: shape, ordered: false)))"
    case .aggregate(let aggregate): return try select(aggregate, shape: shape)
    case .groups(let key, let aggregate, let condition):
      return try groups(by: key, aggregate, having: condition, shape: shape)
    }
  }

  private mutating func select(
    _ aggregate: QueryAggregate,
    shape: QueryShape
  ) throws(DatabaseError) -> SQL {
    let value = try aggregate.expression.map { expression throws(DatabaseError) in
      try self.value(expression)
    }
    noteAllColumns(definition.keyColumns)
    guard shape.isWindow else {
      return try select([aggregate.sql(of: value ?? "1")], shape: shape, ordered: false)
    }
    let list: [SQL] = ["\(value ?? "1") AS \(column: "value")"]
    let rows = try select(list, shape: shape, ordered: true)
    let collated: SQL =
      "\(column: "value")\(aggregate.expression.map { collation(of: $0) } ?? "")"
    return "SELECT \(aggregate.sql(of: collated)) FROM (\(rows))"
  }

  private mutating func values(_ expressions: [QueryExpression?]) throws(DatabaseError) -> [SQL] {
    var list: [SQL] = []
    for expression in expressions {
      list.append(
        try expression.map { value throws(DatabaseError) in try self.value(value) } ?? "NULL"
      )
    }
    return list
  }

  private mutating func groups(
    by key: QueryExpression,
    _ aggregate: QueryAggregate,
    having condition: QueryExpression?,
    shape: QueryShape
  ) throws(DatabaseError) -> SQL {
    var list: [SQL] = ["\(try value(key)) AS \(column: "key")"]
    let aggregated = try aggregate.expression.map { expression throws(DatabaseError) in
      try value(expression)
    }
    list.append("\(aggregated ?? "1") AS \(column: "value")")
    let aggregates = condition?.aggregates ?? []
    for (index, aggregate) in aggregates.enumerated() {
      guard let expression = aggregate.expression else { continue }
      list.append("\(try value(expression)) AS \(column: "value \(index)")")
    }
    noteAllColumns(definition.keyColumns)
    let rows = try select(list, shape: shape, ordered: shape.isWindow)
    groupColumns = aggregates
    defer { groupColumns = nil }
    let having: SQL =
      try condition.map { condition throws(DatabaseError) in
        " HAVING \(try self.condition(condition))"
      } ?? ""
    let keyColumn: SQL = "\(column: "key")\(collation(of: key))"
    let valueColumn: SQL =
      "\(column: "value")\(aggregate.expression.map { collation(of: $0) } ?? "")"
    return """
      SELECT \(column: "key"), \(aggregate.sql(of: valueColumn)) FROM (\(rows))
      GROUP BY \(keyColumn)\(having) ORDER BY \(keyColumn)
      """
  }

  /// Returns a SELECT statement for the rows of the query.
  ///
  /// Renders the clauses in the order of the SQL text, because their values are bound in this
  /// order.
  private mutating func select(
    _ list: [SQL],
    shape: QueryShape,
    ordered: Bool,
    isDistinct: Bool = false
  ) throws(DatabaseError) -> SQL {
    let table = definition.table
    var conditions: [SQL] = []
    var searchJoin: SQL = ""
    if let search = shape.search {
      guard let rowIDName else { throw .noRowID(table) }
      let index = table + "_search"
      let rowID: SQL = "\(table: table).\(column: rowIDName)"
      searchJoin = " JOIN \(table: index) ON \(table: index).\(column: "rowid") = \(rowID)"
      conditions.append("\(table: index).\(column: index) MATCH \(search.syntax.string)")
    }
    if let condition = shape.condition { conditions.append(try self.condition(condition)) }
    var order: [SQL] = []
    if ordered {
      if shape.search != nil, shape.ordering.isEmpty {
        order.append("\(table: table + "_search").\(column: "rank")")
      }
      for term in isDistinct ? shape.ordering : shape.totalOrdering(definition) {
        try noteOrder(term.expression)
        let direction: SQL = term.direction == .descending ? " DESC" : ""
        order.append(try value(term.expression) + direction)
      }
    }
    let select: SQL = isDistinct ? "SELECT DISTINCT" : "SELECT"
    var sql: SQL = "\(select) \(list, separator: ", ") FROM \(tables)\(searchJoin)"
    if !conditions.isEmpty { sql.append(" WHERE \(conditions, separator: " AND ")") }
    if !order.isEmpty { sql.append(" ORDER BY \(order, separator: ", ")") }
    switch (shape.limit, shape.offset) {
    case (let limit?, let offset): sql.append(" LIMIT \(limit) OFFSET \(offset ?? 0)")
    case (nil, let offset?): sql.append(" LIMIT -1 OFFSET \(offset)")
    case (nil, nil): break
    }
    return sql
  }
}

extension DatabaseError {
  static func noRowID(_ table: String) -> DatabaseError {
    DatabaseError(
      .misuse,
      "The rows of \(table) have no rowid, which a full-text search and a window of rows need.",
      remedy: "Declare the table without WITHOUT ROWID."
    )
  }
}
