import StateGraphSQLite

/// Reads a page of a source without a key, such as a view. The cursor of such a page is the number
/// of rows before the next row.
struct KeylessPageReader {
  let request: PageRequest
  /// The SELECT without its order.
  let source: SQL
  let order: PageOrder
  let selection: PageSelection
  let limits: PageReader.Limits
  let connection: Connection

  /// How many rows of a source can be read.
  private static let rowLimit = 10_000

  func page() throws -> RowPage {
    let offset = try offset()
    var page = RowPage()
    let hasMore = try limits.timed(&page, on: connection) { try add(to: &$0, from: offset) }
    // The source may have rows that no page can show.
    let isEnd = offset + page.rows.count >= KeylessPageReader.rowLimit
    page.hasAfter = hasMore && !isEnd
    page.hasBefore = offset > 0
    page.position = RowPage.Count(value: offset, isExact: true)
    if !page.rows.isEmpty {
      page.start = [.value(.integer(Int64(offset)))]
      page.end = [.value(.integer(Int64(offset + page.rows.count)))]
    }
    if !page.hasAfter, !page.rows.isEmpty || offset == 0 {
      page.count = RowPage.Count(value: offset + page.rows.count, isExact: !hasMore)
    }
    return page
  }

  /// Adds rows to a page until it is full. Returns whether the source has more rows.
  private func add(to page: inout RowPage, from offset: Int) throws -> Bool {
    var size = 0
    var sql = source
    if !order.columns.isEmpty { sql.append(" ORDER BY \(order.terms(isReversed: false))") }
    let limit = min(request.limit, KeylessPageReader.rowLimit - offset)
    let statement = try connection.prepareUserSQL(
      sql + " LIMIT \(Int64(max(0, limit) + 1)) OFFSET \(Int64(offset))"
    )
    defer { statement.reset() }
    while try statement.step() {
      guard page.rows.count < limit else { return true }
      guard size < limits.size else {
        page.isCut = true
        return true
      }
      let row = try selection.row(statement, on: connection)
      size += row.size
      page.rows.append(row)
    }
    return false
  }

  private func offset() throws(StudioError) -> Int {
    func position(_ values: [WholeValue]) throws(StudioError) -> Int {
      guard values.count == 1, case .value(.integer(let position)) = values[0],
        (0...Int64(KeylessPageReader.rowLimit)).contains(position)
      else { throw .invalidRequest }
      return Int(position)
    }
    switch request.place {
    case .first: return 0
    case .after(let values): return try position(values)
    case .before(let values): return max(0, try position(values) - request.limit)
    case .at(let position): return min(position, KeylessPageReader.rowLimit)
    case .last: throw .noKey
    }
  }
}
