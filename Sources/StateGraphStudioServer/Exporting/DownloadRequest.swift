import StateGraphSQLite
import StateGraphTools

/// A request for rows as text that other programs read, with complete values.
struct DownloadRequest: Sendable {
  private enum Source: Sendable {
    /// The rows of a table, from a row on if its values in the order are given.
    case table(PageRequest, from: [WholeValue]?)
    /// The result of a SELECT, and the indexes of its columns, or nil for all columns.
    case query(StudioQuery, columns: [Int]?)
  }

  let id: String
  /// The schema that the page knows, or nil for a SELECT.
  private(set) var schema: String?
  private let source: Source
  private var request = QueryRequest(sql: "")
  private let skip: Int
  private let count: Int?

  init(body: [UInt8]) throws(StudioError) {
    var object = try RequestObject(body: body)
    id = try object.text("id")
    guard RequestID.isValid(id),
      let format = QueryFormat(rawValue: try object.text("format")),
      [.csv, .tsv, .json, .markdown, .insert].contains(format)
    else { throw .invalidRequest }
    request.format = format
    request.hasHeader = try object.boolean("header")
    skip = try object.optionalInteger("skip") ?? 0
    count = try object.optionalInteger("count")
    guard skip >= 0, count ?? 0 >= 0 else { throw .invalidRequest }
    if object.has("sql") {
      let columns = try DownloadRequest.indexes(&object)
      source = .query(try StudioQuery(&object), columns: columns)
    } else {
      let values = try object.optionalArray("from")
      let from: [WholeValue]? = if let values { try PageRequest.whole(values) } else { nil }
      let page = try PageRequest(&object)
      source = .table(page, from: from)
      schema = page.schema
      request.insertedTable = page.table
    }
    try object.requireEnd()
  }

  private static func indexes(_ object: inout RequestObject) throws(StudioError) -> [Int]? {
    guard let values = try object.optionalArray("columnIndexes") else { return nil }
    var indexes: [Int] = []
    for value in values {
      guard case .integer(let index) = value.content else { throw .invalidRequest }
      indexes.append(Int(index))
    }
    return indexes
  }

  /// Writes the rows, and returns their number.
  func write(
    _ schema: StudioSchema,
    on connection: Connection,
    to output: ByteOutput
  ) throws -> Int {
    var request = request
    switch source {
    case .query(let query, let columns):
      request.columns = columns
      request.rows = skip..<(count.map { skip + $0 } ?? .max)
      return try query.reading(on: connection) { statement in
        try DownloadRequest.write(request, statement: statement, to: output)
      }
    case .table(let page, let from):
      return try page.filter.explainingErrors {
        let sql = try select(page, from: from, table: schema.table(page.table))
        let statement = try connection.prepareUserSQL(sql)
        defer { statement.reset() }
        return try DownloadRequest.write(request, statement: statement, to: output)
      }
    }
  }

  private static func write(
    _ request: QueryRequest,
    statement: Statement,
    to output: ByteOutput
  ) throws -> Int {
    let rows = try ResultWriter(request, statement: statement, to: output).writeRows()
    try output.flush()
    return rows
  }

  private func select(
    _ page: PageRequest,
    from: [WholeValue]?,
    table: StudioTable
  ) throws(StudioError) -> SQL {
    var names: [String] = []
    for name in page.columns ?? table.schema.columns.map(\.name) {
      names.append(try table.column(name).name)
    }
    let order = try PageOrder(page.order, of: table)
    var parts: [SQL] = []
    if let from {
      let places = try order.conditions(from: from).map { "(\($0))" as SQL }
      parts.append("(" + places.joined(separator: " OR ") + ")")
    }
    if let filter = try page.filter.sql(of: table) { parts.append(filter) }
    var sql: SQL = "SELECT \(columns: names) FROM main.\(table: table.schema.name)"
    if !parts.isEmpty { sql = sql + " WHERE " + parts.joined(separator: " AND ") }
    if !order.columns.isEmpty { sql = sql + " ORDER BY \(order.terms(isReversed: false))" }
    return sql + " LIMIT \(Int64(count ?? -1)) OFFSET \(Int64(skip))"
  }
}
