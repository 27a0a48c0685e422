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

  /// The largest number of rows before a page: more than any file has.
  private static let longestOffset = 1 << 48

  func page() throws -> RowPage {
    let offset = try offset()
    var page = RowPage()
    page.hasAfter = try limits.timed(&page, on: connection) { try add(to: &$0, from: offset) }
    page.hasBefore = offset > 0
    page.position = RowPage.Count(value: offset, isExact: true)
    if !page.rows.isEmpty {
      page.start = [.value(.integer(Int64(offset)))]
      page.end = [.value(.integer(Int64(offset + page.rows.count)))]
    }
    if !page.hasAfter, !page.rows.isEmpty || offset == 0 {
      page.count = RowPage.Count(value: offset + page.rows.count, isExact: true)
    }
    return page
  }

  /// Adds rows to a page until it is full. Returns whether the source has more rows.
  private func add(to page: inout RowPage, from offset: Int) throws -> Bool {
    var size = 0
    var sql = source
    if !order.columns.isEmpty { sql.append(" ORDER BY \(order.terms(isReversed: false))") }
    let statement = try connection.prepareUserSQL(
      sql + " LIMIT \(Int64(request.limit + 1)) OFFSET \(Int64(offset))"
    )
    defer { statement.reset() }
    while try statement.step() {
      guard page.rows.count < request.limit else { return true }
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
        (0...Int64(KeylessPageReader.longestOffset)).contains(position)
      else { throw .invalidRequest }
      return Int(position)
    }
    switch request.place {
    case .first: return 0
    case .after(let values): return try position(values)
    case .before(let values): return max(0, try position(values) - request.limit)
    case .at(let position): return min(position, KeylessPageReader.longestOffset)
    case .last: throw .noKey
    }
  }
}
