import StateGraphFormats
import StateGraphSQLite

/// A name of a table or column in a statement that SQLite does not find in the database.
struct UnknownName {
  private enum Kind {
    case table
    /// The name of a column. `table` is the name of its table, which SQLite's message gives for an
    /// INSERT only. Otherwise it is nil.
    case column(table: String?)
  }

  private let kind: Kind
  /// The name alone, without the table name or alias that may stand before it.
  private let name: String

  /// Reads the name from an error message of SQLite, such as `no such column: b.titel`. Nil if the
  /// message is about something else.
  init?(message: String) {
    let message = message.hasSuffix(".") ? String(message.dropLast()) : message
    func rest(after mark: String) -> String? {
      message.firstRange(of: mark).map { String(message[$0.upperBound...]) }
    }
    if let table = rest(after: "no such table: ") {
      (kind, name) = (.table, Self.lastPart(table))
    } else if let column = rest(after: "no such column: ") {
      (kind, name) = (.column(table: nil), Self.lastPart(column))
    } else if let mark = message.firstRange(of: " has no column named "),
      let start = message.firstRange(of: "table ")?.upperBound, start < mark.lowerBound
    {
      let table = String(message[start..<mark.lowerBound])
      (kind, name) = (.column(table: table), String(message[mark.upperBound...]))
    } else {
      return nil
    }
  }

  /// Returns a question such as `Did you mean title?` with the most similar name of a table or
  /// column. Returns nil if no name is similar.
  ///
  /// For a column, it searches the tables that the statement names. If the statement names none, it
  /// searches all tables.
  func suggestion(for sql: String, on connection: Connection) throws(DatabaseError) -> String? {
    let reader = SchemaReader(connection)
    let objects = try reader.objects().filter {
      ["table", "view"].contains($0.kind) && !$0.name.hasPrefix("sqlite_")
        && !LibraryTable.contains($0.name)
    }.map(\.name)
    let candidates: [String]
    switch kind {
    case .table: candidates = objects
    case .column(let table):
      let words = SQLTokenizer(sql).compactMap { token -> String? in
        switch token {
        case .word(let text), .quotedName(let text): text
        case .string, .symbol: nil
        }
      }
      let named = objects.filter { object in
        table.map { $0.isSameName(as: object) } ?? words.contains { $0.isSameName(as: object) }
      }
      candidates = try columns(of: named.isEmpty ? objects : named, on: connection)
    }
    return FoldedName.nearest(to: name, among: candidates).map {
      "Did you mean \(printable($0))?"
    }
  }

  private func columns(
    of objects: [String],
    on connection: Connection
  ) throws(DatabaseError) -> [String] {
    var columns: [String] = []
    for object in objects {
      let sql: SQL = "SELECT name FROM pragma_table_xinfo(\(object)) WHERE hidden <> 1"
      for row in try connection.rows(sql) {
        if case .text(let column) = row[0] { columns.append(column) }
      }
    }
    return columns
  }

  private static func lastPart(_ name: String) -> String {
    String(name.split(separator: ".").last ?? "").filter { $0 != "\"" }
  }
}
