import StateGraphSQLite

/// Reads a page of rows, inside of a read transaction.
///
/// If the time or the memory for the rows ends before the page is full, the page has fewer rows.
/// The page continues at its last row.
struct PageReader {
  private let request: PageRequest
  private let table: StudioTable
  private let order: PageOrder
  private let selection: PageSelection
  private let filter: SQL?
  private let connection: Connection
  private let limits: Limits

  /// The limits of reading rows, in addition to their number.
  struct Limits {
    /// How long the SELECTs of the rows may run. It is nil if the caller has set a deadline.
    var time: Duration?
    /// The size of the rows in bytes, after which no further row is read.
    var size = 4 << 20
    /// The largest number of rows that a page skips from a fence.
    var skip = RowPositions.longestSkip
  }

  init(
    _ request: PageRequest,
    schema: StudioSchema,
    on connection: Connection,
    limits: Limits = Limits()
  ) throws(StudioError) {
    self.request = request
    self.limits = limits
    self.connection = connection
    table = try schema.table(request.table)
    order = try PageOrder(request.order, of: table)
    selection = try PageSelection(
      request.columns,
      of: table,
      order: order,
      isWhole: request.isWhole
    )
    filter = try request.filter.sql(of: table)
  }

  /// Reads the page.
  ///
  /// - Parameter positions: The known places of rows, for a position of the scroll bar.
  func page(_ positions: RowPositions?) throws -> RowPage {
    try request.filter.explainingErrors {
      var page = table.key.isEmpty ? try keyless.page() : try keyedPage(positions)
      page.count = page.count ?? positions?.count
      page.columns = selection.columns.map(\.name)
      return page
    }
  }

  private var keyless: KeylessPageReader {
    KeylessPageReader(
      request: request,
      source: selection.sql + whereClause(nil),
      order: order,
      selection: selection,
      limits: limits,
      connection: connection
    )
  }

  private func keyedPage(_ positions: RowPositions?) throws -> RowPage {
    var page: RowPage
    switch request.place {
    case .first:
      page = try read([nil], isReversed: false)
      page.position = RowPage.Count(value: 0, isExact: true)
    case .last:
      page = try read([nil], isReversed: true)
      if let count = positions?.count {
        page.position = RowPage.Count(
          value: max(0, count.value - page.rows.count),
          isExact: count.isExact
        )
      }
    case .after(let values):
      page = try read(order.conditions(after: values, isReversed: false), isReversed: false)
    case .before(let values):
      page = try read(order.conditions(after: values, isReversed: true), isReversed: true)
    case .at(let position):
      page = try pageAt(position, positions: positions)
    }
    // A page that contains all rows from the first to the last tells their number.
    if case .first = request.place, !page.hasAfter {
      page.count = RowPage.Count(value: page.rows.count, isExact: true)
    }
    return page
  }

  private func pageAt(_ position: Int, positions: RowPositions?) throws -> RowPage {
    let fence = positions?.fence(before: position)
    let start = fence?.position ?? 0
    // Without a fence near the position, the page begins as far after the last one as is fast.
    let skipped = min(position - start, limits.skip)
    let conditions: [SQL?] =
      try fence.map { try order.conditions(from: $0.values) } ?? [nil]
    var page = try read(conditions, isReversed: false, skipping: skipped)
    page.position = RowPage.Count(
      value: start + skipped,
      isExact: fence == nil || positions?.count?.isExact == true
    )
    return page
  }

  /// Reads rows of several conditions one after the other, until the page is full.
  private func read(
    _ conditions: [SQL?],
    isReversed: Bool,
    skipping skipped: Int = 0
  ) throws -> RowPage {
    var page = RowPage()
    let hasMore = try limits.timed(&page, on: connection) { page in
      try add(to: &page, conditions, isReversed: isReversed, skipping: skipped)
    }
    guard let first = page.start else {
      page.hasBefore = try hasRowBeside(isReversed: isReversed)
      return page
    }
    let hasOther =
      try isAtEnd ? false : hasRow(order.conditions(after: first, isReversed: !isReversed))
    (page.hasBefore, page.hasAfter) = (hasOther, hasMore)
    guard isReversed else { return page }
    page.rows.reverse()
    swap(&page.start, &page.end)
    swap(&page.hasBefore, &page.hasAfter)
    return page
  }

  /// Adds rows to a page until it is full. Returns whether there are more rows.
  private func add(
    to page: inout RowPage,
    _ conditions: [SQL?],
    isReversed: Bool,
    skipping skipped: Int
  ) throws -> Bool {
    var size = 0
    var toSkip = skipped
    for condition in conditions {
      // SQLite does not compute the rows that it skips itself.
      let offset = conditions.count == 1 ? toSkip : 0
      toSkip -= offset
      let rows = select(condition, isReversed: isReversed, limit: request.limit + 1 + toSkip)
      let statement = try connection.prepareUserSQL(rows + " OFFSET \(Int64(offset))")
      defer { statement.reset() }
      while try statement.step() {
        if toSkip > 0 {
          toSkip -= 1
          continue
        }
        guard page.rows.count < request.limit else { return true }
        guard size < limits.size else {
          page.isCut = true
          return true
        }
        let row = try selection.row(statement, on: connection)
        let cursor = selection.cursor(statement)
        size += row.size
        page.rows.append(row)
        (page.start, page.end) = (page.start ?? cursor, cursor)
      }
    }
    return false
  }

  /// Whether the page begins at the first row, or ends at the last one.
  private var isAtEnd: Bool {
    switch request.place {
    case .first, .last: true
    case .after, .before, .at: false
    }
  }

  /// Whether an empty page has rows before it. A page at the start of the order has none.
  private func hasRowBeside(isReversed: Bool) throws -> Bool {
    switch request.place {
    case .after where !isReversed, .at: try hasRow([nil])
    default: false
    }
  }

  /// Whether a condition has a row. If the time ends before one was found, the result is true.
  private func hasRow(_ conditions: [SQL?]) throws -> Bool {
    guard let time = limits.time else { return try findsRow(conditions) }
    do {
      return try StatementDeadline(after: time).run(on: connection) { try findsRow(conditions) }
    } catch let error as DatabaseError where error.code == .interrupted {
      return true
    }
  }

  private func findsRow(_ conditions: [SQL?]) throws -> Bool {
    for condition in conditions {
      let found = try connection.prepareUserSQL(
        "SELECT 1 FROM main.\(table: table.schema.name)" + whereClause(condition) + " LIMIT 1"
      )
      defer { found.reset() }
      if try found.step() { return true }
    }
    return false
  }

  private func select(_ condition: SQL?, isReversed: Bool, limit: Int) -> SQL {
    let terms = order.terms(isReversed: isReversed)
    return selection.sql + whereClause(condition) + " ORDER BY \(terms) LIMIT \(Int64(limit))"
  }

  private func whereClause(_ condition: SQL?) -> SQL {
    let parts = [condition, filter].compactMap { $0 }
    return parts.isEmpty ? "" : " WHERE " + parts.joined(separator: " AND ")
  }
}

extension PageReader.Limits {
  /// Runs `body`, which adds rows to a page and returns whether there are more. If the time ends
  /// after the first row, the page keeps its rows.
  func timed(
    _ page: inout RowPage,
    on connection: Connection,
    body: (inout RowPage) throws -> Bool
  ) throws -> Bool {
    guard let time else { return try body(&page) }
    do {
      return try StatementDeadline(after: time).run(on: connection) { try body(&page) }
    } catch let error as DatabaseError where error.code == .interrupted && !page.rows.isEmpty {
      page.isCut = true
      return true
    }
  }
}
