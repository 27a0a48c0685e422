import CSQLite

/// A function, collation, virtual table module or tokenizer that a schema needs, and that only the
/// program has which made the file.
struct MissingExtension {
  private let kind: String
  private let name: String

  /// SQLite's messages, each with the kind of what is missing. The name follows the message.
  private static let messages = [
    ("no such collation sequence: ", "collation"), ("no such module: ", "module"),
    ("no such function: ", "function"), ("unknown function: ", "function"),
    ("no such tokenizer: ", "tokenizer"), ("unknown tokenizer: ", "tokenizer"),
  ]

  /// The value is nil if a message of SQLite is about something else.
  init?(message: String) {
    for (text, kind) in Self.messages {
      guard let mark = message.firstRange(of: text) else { continue }
      let rest = message[mark.upperBound...]
      self.kind = kind
      name = rest.hasSuffix("()") ? String(rest.dropLast(2)) : String(rest)
      return
    }
    return nil
  }

  /// The name of a missing function, or nil if something else is missing.
  var functionName: String? { kind == "function" ? name : nil }

  init(collation name: String) { (kind, self.name) = ("collation", name) }

  /// Whether a statement itself names what is missing. The error then concerns the statement and
  /// not the schema.
  func isNamed(in sql: String) -> Bool {
    let text = sql.lowercased()
    return text.ranges(of: name.lowercased()).contains { range in
      let neighbours = [text[..<range.lowerBound].last, text[range.upperBound...].first]
      return !neighbours.contains { $0.map { $0.isLetter || $0.isNumber || $0 == "_" } == true }
    }
  }

  /// The error that names what is missing, and the tables with it.
  func error(on handle: OpaquePointer?, extendedCode: Int32?, sql: String?) -> DatabaseError {
    let tables = handle.map { self.tables(on: $0) } ?? []
    let users = tables.isEmpty ? "The schema" : tables.joined(separator: ", ")
    return DatabaseError(
      .missingExtension,
      "\(users) \(tables.count > 1 ? "need" : "needs") the \(kind) \(name), which only "
        + "the program that made the file has.",
      remedy: "Use that program for this, or read only columns that do not need it.",
      extendedCode: extendedCode,
      sql: sql
    )
  }

  /// The tables and views whose own SQL, or that of their indexes and triggers, has the name.
  private func tables(on handle: OpaquePointer) -> [String] {
    var statement: OpaquePointer?
    defer { sqlite3_finalize(statement) }
    let sql = "SELECT tbl_name, sql FROM main.sqlite_schema WHERE sql IS NOT NULL ORDER BY rowid"
    guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK else { return [] }
    var tables: [String] = []
    while sqlite3_step(statement) == SQLITE_ROW {
      guard let table = sqlite3_column_text(statement, 0),
        let sql = sqlite3_column_text(statement, 1)
      else { continue }
      let found = String(cString: table)
      guard !tables.contains(where: { $0.hasSameBytes(as: found) }),
        isNamed(in: String(cString: sql))
      else { continue }
      tables.append(found)
    }
    return tables
  }
}

extension DatabaseError {
  /// Whether a schema or a statement needs something that SQLite does not have.
  package var isAboutMissingExtension: Bool {
    code == .missingExtension || MissingExtension(message: clause) != nil
  }
}
