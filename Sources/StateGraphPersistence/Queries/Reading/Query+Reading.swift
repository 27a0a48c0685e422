import StateGraphSQLite

extension Query {
  /// The entities, in order.
  ///
  /// - Throws: `DatabaseError`: `.misuse` for a property that is no column, and what SQLite says.
  public func fetch() throws -> [Element] {
    switch source {
    case .table(let table): try table.entities(shape)
    case .memory(let store): try MemoryQuery(store, shape).entities()
    }
  }

  /// The first entity, or nil where there is none.
  ///
  /// - Throws: As ``fetch()``.
  public func fetchFirst() throws -> Element? {
    var query = self
    query.shape.limit = Swift.min(shape.limit ?? 1, 1)
    return try query.fetch().first
  }

  /// The number of rows. Loads no entity.
  ///
  /// - Throws: As ``fetch()``.
  public func fetchCount() throws -> Int {
    if case .table(let table) = source { return try table.count(shape) }
    return try aggregate(.count).flatMap { Int(value: $0) } ?? 0
  }

  /// Whether there is a row.
  ///
  /// - Throws: As ``fetch()``.
  public func exists() throws -> Bool {
    switch source {
    case .table(let table) where !shape.isWindow:
      return try table.rows(shape, .existence).first?.first == .integer(1)
    default:
      var query = self
      query.shape.limit = Swift.min(shape.limit ?? 1, 1)
      return try query.fetchCount() > 0
    }
  }

  /// The entities, in order. A failure is logged, and the answer is empty.
  public func getAll() -> [Element] { reporting([]) { try fetch() } }

  /// The first entity. A failure is logged, and the answer is nil.
  public var first: Element? { reporting(nil) { try fetchFirst() } }

  /// The number of rows. A failure is logged, and the answer is 0.
  public var count: Int { reporting(0) { try fetchCount() } }

  /// Whether there is no row. A failure is logged, and the answer is true.
  public var isEmpty: Bool { reporting(true) { try !exists() } }

  /// How SQLite is going to run ``fetch()``.
  ///
  /// - Throws: As ``fetch()``; `.misuse` for a store in memory, which has no plan.
  public var plan: QueryPlan {
    get throws {
      guard case .table(let table) = source else {
        throw DatabaseError(.misuse, "A query of a store in memory has no plan.")
      }
      return try QueryPlan(table.entityStatement(shape), in: table.database)
    }
  }

  /// The statement that ``fetch()`` runs, with `?` for each bound value. For people to read.
  ///
  /// - Throws: As ``fetch()``.
  public var sql: String {
    get throws {
      switch source {
      case .table(let table): try table.entityStatement(shape).sql.text
      case .memory:
        try QueryRenderer.statement(
          shape,
          .images(Element._$definition.columnNames),
          of: Element.self,
          rowIDName: "rowid"
        ).sql.text
      }
    }
  }

  func aggregate(_ aggregate: QueryAggregate) throws -> SQLiteValue? {
    do {
      switch source {
      case .table(let table): return try table.rows(shape, .aggregate(aggregate)).first?.first
      case .memory(let store): return try MemoryQuery(store, shape).aggregate(aggregate)
      }
    } catch let error as DatabaseError {
      throw error.asOverflow
    }
  }

  private func reporting<Result>(_ fallback: Result, _ body: () throws -> Result) -> Result {
    switch source {
    case .table(let table): return table.reporting(fallback, body)
    case .memory: return MemoryQuery<Element>.reporting(fallback, body)
    }
  }
}

extension DatabaseError {
  /// SQLite has no code for it, only these words.
  var asOverflow: DatabaseError {
    guard code == .invalidSQL, message.contains("integer overflow") else { return self }
    return .sumOverflow(cause: self)
  }

  static func sumOverflow(cause: DatabaseError? = nil) -> DatabaseError {
    DatabaseError(
      .tooBig,
      "A sum does not fit into 64 bits.",
      remedy: "Sum a column of type Double, or fewer rows.",
      sql: cause?.sql,
      cause: cause
    )
  }
}
