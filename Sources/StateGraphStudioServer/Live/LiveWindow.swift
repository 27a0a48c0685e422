import StateGraphSQLite

/// What a window of a tab shows, and the reading of its rows.
enum LiveWindow: Sendable {
  case rows(PageRequest)
  case query(StudioQuery)
  case commits
  case traces

  /// The largest number of rows of a window.
  private static let rowLimit = 200
  /// The largest window in bytes.
  private static let sizeLimit = 1 << 20

  /// Whether the window shows rows. The others only receive the news that there is something new.
  var hasRows: Bool {
    switch self {
    case .rows, .query: true
    case .commits, .traces: false
    }
  }

  /// Reads the rows of the window, inside of a read transaction.
  func read(
    _ schema: StudioSchema,
    on connection: Connection,
    positions: PositionKeeper
  ) throws -> WindowRows {
    switch self {
    case .rows(let request):
      guard request.schema.utf8.elementsEqual(schema.id.utf8) else {
        throw StudioError.schemaChanged
      }
      let known = positions.positions(for: request, in: try schema.table(request.table))
      let page = try PageReader(request, schema: schema, on: connection).page(known)
      // A window must have all of its rows. The client would take the others as deleted.
      guard !page.isCut else { throw LiveWindow.tooLarge }
      var facts = JSONBuilder()
      facts.object { page.writeFacts(to: &$0) }
      return try LiveWindow.limited(
        WindowRows(columns: page.columns, rows: page.rows, page: facts.bytes)
      )
    case .query(let query): return try LiveWindow.limited(try read(query, on: connection))
    case .commits, .traces: return WindowRows(columns: [], rows: [], page: nil)
    }
  }

  private func read(_ query: StudioQuery, on connection: Connection) throws -> WindowRows {
    try query.reading(on: connection) { statement in
      var columns: [String] = []
      var rows: [ShownRow] = []
      var size = 0
      while rows.count < LiveWindow.rowLimit, try statement.step() {
        var row = ShownRow(key: Array("null".utf8))
        for column in 0..<statement.columnCount {
          row.append(ShownValue.json(statement, column: column))
        }
        rows.append(row)
        size += row.size
        guard size <= LiveWindow.sizeLimit else { throw LiveWindow.tooLarge }
      }
      columns = (0..<statement.columnCount).map { statement.columnName($0) }
      return WindowRows(columns: columns, rows: rows, page: nil)
    }
  }

  private static func limited(_ rows: WindowRows) throws(StudioError) -> WindowRows {
    guard rows.rows.reduce(0, { $0 + $1.size }) <= sizeLimit else { throw tooLarge }
    return rows
  }

  private static let tooLarge = StudioError(
    413,
    "tooLarge",
    "The window has more than 1 MiB.",
    remedy: "Show fewer rows or columns."
  )
}

/// The content of a window after one commit.
struct WindowRows: Equatable, Sendable {
  let columns: [String]
  let rows: [ShownRow]
  /// The JSON of the other facts of a page, or nil for a query.
  let page: [UInt8]?

  static func == (left: WindowRows, right: WindowRows) -> Bool {
    left.rows == right.rows && left.page == right.page
      && left.columns.elementsEqual(right.columns) { $0.utf8.elementsEqual($1.utf8) }
  }

  func hasSameColumns(as other: WindowRows) -> Bool {
    columns.elementsEqual(other.columns) { $0.utf8.elementsEqual($1.utf8) }
  }
}

/// When a window is read again: after each commit, or only now and then if its SELECT is slow.
struct ReadPace: Sendable {
  /// A SELECT that takes longer, twice in a row, is slow.
  private static let slowTime = Duration.milliseconds(50)
  /// The time between two reads of a slow window.
  private static let slowInterval = Duration.seconds(5)

  private var slowCount = 0
  private var lastRead: ContinuousClock.Instant?
  /// Whether a commit followed the last read.
  private(set) var isStale = true

  var isSlow: Bool { slowCount >= 2 }

  mutating func didCommit() { isStale = true }

  mutating func didRead(in time: Duration, at now: ContinuousClock.Instant) {
    slowCount = time > ReadPace.slowTime ? slowCount + 1 : 0
    lastRead = now
    isStale = false
  }

  func isDue(at now: ContinuousClock.Instant) -> Bool {
    guard isStale else { return false }
    guard isSlow, let lastRead else { return true }
    return now >= lastRead.advanced(by: ReadPace.slowInterval)
  }
}
