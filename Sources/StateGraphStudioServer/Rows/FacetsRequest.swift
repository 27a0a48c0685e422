import StateGraphSQLite

/// A request for the commonest values of a column among the rows of a filter.
struct FacetsRequest: Sendable {
  let schema: String
  private let table: String
  private let column: String
  private let filter: RowFilter

  /// How many values are listed.
  private static let limit: Int64 = 12
  private static let longestTime = Duration.seconds(2)

  init(body: [UInt8]) throws(StudioError) {
    var object = try RequestObject(body: body)
    schema = try object.text("schema")
    table = try object.text("table")
    column = try object.text("column")
    filter = try RowFilter(&object)
    try object.requireEnd()
  }

  func json(_ schema: StudioSchema, on connection: Connection) throws -> [UInt8] {
    let table = try schema.table(table)
    let name = try table.column(column).name
    let condition = try filter.sql(of: table).map { " WHERE \($0)" as SQL } ?? ""
    let sql: SQL =
      "SELECT \(column: name), count(*) FROM main.\(table: table.schema.name)" + condition
      + " GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT \(FacetsRequest.limit)"
    return try filter.explainingErrors {
      try StatementDeadline(after: FacetsRequest.longestTime).run(on: connection) {
        let statement = try connection.prepareUserSQL(sql)
        defer { statement.reset() }
        return try JSONBuilder.answer { writer in
          writer.key("values")
          try writer.array { writer in
            while try statement.step() {
              writer.object { writer in
                writer.key("value")
                writer.raw(ShownValue.json(statement, column: 0))
                writer.member("count", integer: Int(statement.integer(at: 1)))
              }
            }
          }
        }
      }
    }
  }
}
