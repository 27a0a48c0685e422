import StateGraphSQLite

extension Query {
  /// Returns the entities of the query, in the order of the query.
  ///
  /// Inside a `Computed`, this method makes the computed node depend on the query.
  ///
  /// - Throws: `DatabaseError` with `.misuse` for a property that is not a column. Also the errors
  ///   of SQLite.
  public func fetch() throws -> [Element] {
    switch source {
    case .table(let table): try table.entities(shape)
    case .memory(let store): try MemoryQuery(store, shape: shape).entities()
    }
  }

  /// Returns the first entity in the order of the query. Returns nil if the query finds no row.
  ///
  /// Unreadable rows before the first entity are left out.
  ///
  /// - Throws: The errors of ``fetch()``.
  public func fetchFirst() throws -> Element? {
    var limit = 1
    while true {
      let query = self.limit(Swift.min(shape.limit ?? limit, limit))
      let refusalCount = source.refusalCount
      if let first = try query.fetch().first { return first }
      // Without this test, the look-up of a missing row would be two statements.
      if source.refusalCount == refusalCount { return nil }
      if try query.fetchCount() < limit { return nil }
      limit *= 2
    }
  }

  /// Returns the number of rows that the query finds, within its limit and offset. Loads no
  /// entities.
  ///
  /// - Throws: The errors of ``fetch()``.
  public func fetchCount() throws -> Int {
    if case .table(let table) = source { return try table.count(shape) }
    return try source.aggregate(.count, of: shape).flatMap { Int(value: $0) } ?? 0
  }

  /// Returns whether the query finds at least one row. Loads no entities.
  ///
  /// - Throws: The errors of ``fetch()``.
  public func exists() throws -> Bool {
    switch source {
    case .table(let table) where !shape.isWindow:
      return try table.rows(shape, result: .existence).first?.first == .integer(1)
    default:
      return try limit(Swift.min(shape.limit ?? 1, 1)).fetchCount() > 0
    }
  }

  /// The plan by which SQLite runs ``fetch()``. The plan shows, for example, which indexes SQLite
  /// uses.
  ///
  /// - Throws: The errors of ``fetch()``. Also `.misuse` for a store in memory, which has no plan.
  public var plan: QueryPlan {
    get throws {
      guard case .table(let table) = source else {
        throw DatabaseError(.misuse, "A query of a store in memory has no plan.")
      }
      return try QueryPlan(table.entityStatement(shape), in: table.database)
    }
  }

  /// The SQL text that ``fetch()`` runs, for logs and debugging. The text contains `?` in place of
  /// each bound value.
  ///
  /// - Throws: The errors of ``fetch()``.
  public var sql: String {
    get throws { try source.sql(shape) }
  }
}

extension Query.Source {
  /// Returns the entities of a query.
  ///
  /// If reading fails, logs the error and returns no entities, because a graph node cannot throw.
  func fetchLoggingErrors(_ shape: QueryShape) -> [Element] {
    switch self {
    case .table(let table): table.reporting([]) { try table.entities(shape) }
    case .memory(let store):
      MemoryQuery<Element>.reporting([]) { try MemoryQuery(store, shape: shape).entities() }
    }
  }

  /// How many rows of the table were found to be unreadable.
  fileprivate var refusalCount: Int {
    if case .table(let table) = self { table.table.refusalCount } else { 0 }
  }

  func aggregate(
    _ aggregate: QueryAggregate,
    of shape: QueryShape
  ) throws -> SQLiteValue? {
    do {
      switch self {
      case .table(let table):
        return try table.rows(shape, result: .aggregate(aggregate)).first?.first
      case .memory(let store): return try MemoryQuery(store, shape: shape).aggregate(aggregate)
      }
    } catch let error as DatabaseError {
      throw error.asOverflow
    }
  }

  fileprivate func sql(_ shape: QueryShape) throws -> String {
    switch self {
    case .table(let table): try table.entityStatement(shape).sql.text
    case .memory:
      try QueryRenderer.statement(
        shape,
        result: .images(Element._$definition.columnNames.map { ByteText($0) }),
        of: Element.self,
        rowIDName: "rowid"
      ).sql.text
    }
  }
}

extension Query: CustomStringConvertible {
  /// The same text as ``sql``, or the reason why the query cannot be run. The text contains no
  /// values.
  public var description: String {
    do {
      return try sql
    } catch {
      return "a query of \(Element.self) that cannot be run: \(error)"
    }
  }
}

extension DatabaseError {
  /// This error with the code `.tooBig` if a sum or an absolute value has overflowed, otherwise the
  /// unchanged error.
  ///
  /// SQLite has no error code for an overflow, so the message is checked.
  var asOverflow: DatabaseError {
    guard code == .invalidSQL, message.contains("integer overflow") else { return self }
    return .integerOverflow(cause: self)
  }

  static func integerOverflow(cause: DatabaseError? = nil) -> DatabaseError {
    DatabaseError(
      .tooBig,
      "A sum or an absolute value does not fit into 64 bits.",
      remedy: "Sum a column of type Double, or fewer rows.",
      sql: cause?.sql,
      cause: cause
    )
  }
}
