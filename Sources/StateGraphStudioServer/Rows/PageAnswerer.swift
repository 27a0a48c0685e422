import StateGraphSQLite

/// Reads a page of rows in transactions that are short enough for the table.
struct PageAnswerer {
  private let request: PageRequest
  private let positions: PositionKeeper

  /// The longest time for a page in the order of the key, which usually takes a millisecond. A
  /// longer read transaction would keep the log of the file from being emptied.
  private static let quickTime = Duration.milliseconds(100)
  /// How often such a page is tried, each time with fewer skipped rows.
  private static let quickTries = 10
  /// The time for rows that SQLite may have to sort or to compute: in an order or with a filter of
  /// the user, and those of a view. They are like a query of the user.
  private static let longTime = Duration.seconds(10)
  /// The largest number of rows that such a page skips: all rows of any file.
  private static let longSkip = 1 << 48

  init(_ request: PageRequest, positions: PositionKeeper) {
    (self.request, self.positions) = (request, positions)
  }

  func json(_ session: ReaderSession) throws -> [UInt8] {
    let isQuick = try session.read(expecting: request.schema) { _, schema in
      let table = try schema.table(request.table)
      return request.isPlain && table.kind == .table
    }
    var limits = PageReader.Limits()
    limits.time = isQuick ? PageAnswerer.quickTime : PageAnswerer.longTime
    if !isQuick { limits.skip = PageAnswerer.longSkip }
    for _ in 1..<(isQuick ? PageAnswerer.quickTries : 1) {
      do {
        return try json(session, limits: limits)
      } catch let error as DatabaseError where error.code == .interrupted {
        // A busy machine can be slow once. The next try begins another transaction.
        limits.skip /= 2
      }
    }
    return try json(session, limits: limits)
  }

  private func json(_ session: ReaderSession, limits: PageReader.Limits) throws -> [UInt8] {
    try session.read(expecting: request.schema) { connection, schema in
      let known = positions.positions(for: request, in: try schema.table(request.table))
      return try PageReader(request, schema: schema, on: connection, limits: limits).page(known)
        .json(schema: schema.id)
    }
  }
}
