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

  /// Finds the name of `statement` that an error message of SQLite is about, such as `no such
  /// column: b.titel`, or returns nil if the message is about something else.
  init?(message: String, in statement: String) {
    let message = message.hasSuffix(".") ? String(message.dropLast()) : message
    func rest(after mark: String) -> String? {
      message.firstRange(of: mark).map { String(message[$0.upperBound...]) }
    }
    let end: String
    if let table = rest(after: "no such table: ") {
      (kind, end) = (.table, table)
    } else if let column = rest(after: "no such column: ") {
      (kind, end) = (.column(table: nil), column)
    } else if let mark = message.firstRange(of: " has no column named "),
      let start = message.firstRange(of: "table ")?.upperBound, start < mark.lowerBound
    {
      let table = String(message[start..<mark.lowerBound])
      (kind, end) = (.column(table: table), String(message[mark.upperBound...]))
    } else {
      return nil
    }
    // Later versions of SQLite, seen from 3.46.1 on, repeat the double quotes of a column and add a
    // question. The names of the statement show where a name with quotes or dots begins and ends.
    let found = Self.names(in: statement).filter { name in
      end == name || end.hasSuffix(".\(name)") || end.hasPrefix("\"\(name)\" - ")
    }
    guard let name = found.max(by: { $0.utf8.count < $1.utf8.count }) else { return nil }
    self.name = name
  }

  /// Returns a question such as `Did you mean title?` with the most similar name of a table or
  /// column. Returns nil if no name is similar.
  ///
  /// For a column, it searches the tables that the statement names. If the statement names none, it
  /// searches all tables.
  func suggestion(for sql: String, on connection: Connection) throws(DatabaseError) -> String? {
    let objects = try Self.objects(on: connection)
    let candidates: [String]
    switch kind {
    case .table: candidates = objects
    case .column(let table):
      let names = Self.names(in: sql)
      let named = objects.filter { object in
        table.map { $0.isSameName(as: object) } ?? names.contains { $0.isSameName(as: object) }
      }
      candidates = try Self.columns(of: named.isEmpty ? objects : named, on: connection)
    }
    return FoldedName.nearest(to: name, among: candidates).map {
      "Did you mean \(printable($0))?"
    }
  }

  /// The names of the tables and views.
  static func objects(on connection: Connection) throws(DatabaseError) -> [String] {
    try SchemaReader(connection).objects().filter {
      ["table", "view"].contains($0.kind) && !$0.name.hasPrefix("sqlite_")
        && !LibraryTable.contains($0.name)
    }.map(\.name)
  }

  static func columns(
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

  private static func names(in sql: String) -> [String] {
    SQLTokenizer(sql).compactMap { token in
      switch token {
      case .word(let text), .quotedName(let text): text
      case .string, .symbol: nil
      }
    }
  }
}
