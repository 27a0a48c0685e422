import StateGraphFormats
import StateGraphRows
import StateGraphSQLite

/// A request for a range of the bytes of one value.
struct ValueRequest: Sendable {
  let schema: String
  private let table: String
  private let key: [WholeValue]
  private let column: String
  private let offset: Int
  private let length: Int

  private static let longest = 1 << 20

  init(body: [UInt8]) throws(StudioError) {
    var object = try RequestObject(body: body)
    schema = try object.text("schema")
    table = try object.text("table")
    guard let values = try object.optionalArray("key") else { throw .invalidRequest }
    key = try PageRequest.whole(values)
    column = try object.text("column")
    offset = try object.integer("offset")
    length = try object.integer("length")
    guard offset >= 0, (0...ValueRequest.longest).contains(length) else { throw .invalidRequest }
    try object.requireEnd()
  }

  func json(_ schema: StudioSchema, on connection: Connection) throws -> [UInt8] {
    let table = try schema.table(table)
    let column = try table.column(column)
    let condition = try table.condition(key: key)
    // `typeof` does not read the value.
    let rowID: SQL = table.rowID.map { "\(column: $0)" } ?? "NULL"
    let row = try connection.rows(
      """
      SELECT typeof(\(column: column.name)), \(rowID) FROM main.\(table: table.schema.name)
      WHERE \(condition) LIMIT 1
      """
    ).first
    guard let row, case .text(let storageClass) = row[0] else { throw StudioError.rowMissing }
    let range: (size: Int, bytes: [UInt8])
    if try canReadPart(of: storageClass, connection), table.kind == .table,
      column.generation == .none, case .integer(let rowID) = row[1]
    {
      let found = try ValueRange(
        table: table.schema.name,
        column: column.name,
        rowID: rowID,
        from: offset,
        atMost: length,
        on: connection
      )
      range = (found.size, found.bytes)
    } else {
      range = try readWhole(table, column: column, condition: condition, on: connection)
    }
    return JSONBuilder.answer { writer in
      writer.member("class", text: storageClass)
      writer.member("bytes", integer: range.size)
      writer.member("offset", integer: min(offset, range.size))
      writer.member("data", text: RFC4648.base64(range.bytes))
    }
  }

  private func canReadPart(
    of storageClass: String,
    _ connection: Connection
  ) throws(DatabaseError) -> Bool {
    if storageClass.utf8.elementsEqual("blob".utf8) { return true }
    guard storageClass.utf8.elementsEqual("text".utf8) else { return false }
    // A part of a text has the encoding of the file, and the page expects UTF-8.
    return try connection.firstValue("PRAGMA encoding") == .text("UTF-8")
  }

  /// Reads a value that SQLite cannot read in parts: of a table without rowids, of a virtual table,
  /// of a computed column, a text of a file in UTF-16, or a number, whose bytes are its text.
  private func readWhole(
    _ table: StudioTable,
    column: ColumnSchema,
    condition: SQL,
    on connection: Connection
  ) throws -> (size: Int, bytes: [UInt8]) {
    let statement = try connection.prepare(
      """
      SELECT CASE typeof(\(column: column.name)) WHEN 'blob' THEN \(column: column.name)
        ELSE CAST(\(column: column.name) AS TEXT) END
      FROM main.\(table: table.schema.name) WHERE \(condition) LIMIT 1
      """
    )
    defer { statement.reset() }
    guard try statement.step() else { throw StudioError.rowMissing }
    let bytes = statement.bytes(at: 0)
    let start = min(offset, bytes.count)
    return (bytes.count, Array(bytes[start..<min(bytes.count, start + length)]))
  }
}
