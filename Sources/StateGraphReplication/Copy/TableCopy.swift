#if PostgreSQL
import CPostgreSQL

/// Copies a table of the server in the order of its key, as SQLite sorts it.
package struct TableCopy: Sendable {
  package let table: ServerTable
  package let columns: [ServerName]
  /// The key's columns with their types.
  package let key: [(name: ServerName, type: ServerType)]
  package var limits = ReplicationLimits()

  package init(
    table: ServerTable,
    columns: [ServerName],
    key: [(name: ServerName, type: ServerType)]
  ) {
    (self.table, self.columns, self.key) = (table, columns, key)
  }

  /// Text is sorted by its bytes. Numbers, booleans and bytea have the same order on both sides.
  /// The cast of a type to text can give another text than the server prints.
  var sql: String {
    let names = columns.map(\.quoted).joined(separator: ", ")
    let order = key.map { name, type in
      let text = type == .printed ? "format('%s', \(name.quoted))" : "(\(name.quoted)::text)"
      return type.fileType == .text ? text + " COLLATE \"C\"" : name.quoted
    }
    return "COPY (SELECT \(names) FROM \(table.quoted) ORDER BY \(order.joined(separator: ", "))) "
      + "TO STDOUT"
  }

  /// Begins a transaction that reads in an exported snapshot. All tables are copied in one such
  /// transaction. The connection that exported the snapshot must still be idle.
  ///
  /// The server refuses to copy a table of which a policy hides rows.
  package static func begin(
    _ connection: PostgreSQLConnection,
    snapshot: String
  ) throws(ReplicationError) {
    try connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
    try connection.execute("SET TRANSACTION SNAPSHOT \(ServerName.literal(snapshot))")
    try connection.execute("SET LOCAL row_security = off")
  }

  package static func end(_ connection: PostgreSQLConnection) throws(ReplicationError) {
    try connection.execute("COMMIT")
  }

  /// Calls `body` with each row, with nil for NULL.
  ///
  /// - Returns: The number of rows.
  /// - Throws: As ``forEachLine(_:body:)``.
  @discardableResult
  package func run(
    _ connection: PostgreSQLConnection,
    body: ([ArraySlice<UInt8>?]) throws(ReplicationError) -> Void
  ) throws(ReplicationError) -> Int {
    try forEachLine(connection) { line throws(ReplicationError) in
      try body(
        try CopyRowDecoder.decode(Array(line)[...], columnCount: columns.count, limits: limits)
      )
    }
  }

  /// Calls `body` with each row as the server sends it, for ``CopyRowDecoder``. The bytes are valid
  /// only during the call. Only the rows that libpq has received are in memory: while `body` runs,
  /// the server waits.
  ///
  /// - Returns: The number of rows.
  /// - Throws: An error of the server, or the error of `body`. The connection is then of no use.
  package func forEachLine(
    _ connection: PostgreSQLConnection,
    body: (UnsafeRawBufferPointer) throws(ReplicationError) -> Void
  ) throws(ReplicationError) -> Int {
    guard PQsendQuery(connection.pointer, sql) == 1 else { throw connection.lost }
    try connection.flush()
    guard let result = try connection.nextResult(until: nil) else {
      throw connection.unexpectedAnswer("COPY")
    }
    if result.isError { throw result.message.error }
    guard result.status == PGRES_COPY_OUT else { throw connection.unexpectedAnswer("COPY") }
    var count = 0
    while try takeLine(connection, body: body) { count += 1 }
    try connection.finishStatement()
    return count
  }

  /// Calls `body` with the next line. Returns false at the end.
  private func takeLine(
    _ connection: PostgreSQLConnection,
    body: (UnsafeRawBufferPointer) throws(ReplicationError) -> Void
  ) throws(ReplicationError) -> Bool {
    while true {
      var memory: UnsafeMutablePointer<CChar>?
      let size = PQgetCopyData(connection.pointer, &memory, 1)
      defer { PQfreemem(memory) }
      switch size {
      case 0: try connection.waitAndRead(for: .reading, until: nil)
      case -1: return false
      case 1...:
        guard let memory else { throw connection.lost }
        try body(UnsafeRawBufferPointer(start: memory, count: Int(size)))
        return true
      default: throw connection.lost
      }
    }
  }
}
#endif
