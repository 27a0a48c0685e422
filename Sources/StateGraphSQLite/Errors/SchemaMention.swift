import CSQLite

/// A name in the SQL of a schema, which an error of SQLite is about.
struct SchemaMention {
  private let name: String

  init(_ name: String) { self.name = name }

  /// The name in a message about an object of the schema that the statement does not name: a
  /// function or table that is not allowed, or a table that is missing. Nil if a message is about
  /// something else.
  init?(message: String, statement: String?) {
    for text in ["unsafe use of virtual table ", "unsafe use of ", "no such table: main."] {
      guard let mark = message.firstRange(of: text) else { continue }
      let rest = message[mark.upperBound...].filter { $0 != "\"" }
      name = rest.hasSuffix("()") ? String(rest.dropLast(2)) : String(rest)
      if let statement, isMade(in: statement) { return nil }
      return
    }
    return nil
  }

  /// Whether a statement has the name.
  func isMade(in sql: String) -> Bool {
    let text = sql.lowercased()
    return text.ranges(of: name.lowercased()).contains { range in
      let neighbours = [text[..<range.lowerBound].last, text[range.upperBound...].first]
      return !neighbours.contains { $0.map { $0.isLetter || $0.isNumber || $0 == "_" } == true }
    }
  }

  /// An object of the schema: its kind, its name, and the table or view to which it belongs.
  struct Object {
    let kind: String
    let name: String
    let table: String
  }

  /// The objects whose SQL has the name.
  func objects(on handle: OpaquePointer) -> [Object] {
    var statement: OpaquePointer?
    defer { sqlite3_finalize(statement) }
    let sql = """
      SELECT type, name, tbl_name, sql FROM main.sqlite_schema WHERE sql IS NOT NULL ORDER BY rowid
      """
    guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK else { return [] }
    var objects: [Object] = []
    while sqlite3_step(statement) == SQLITE_ROW {
      let texts = (0..<4).compactMap { sqlite3_column_text(statement, $0) }
      guard texts.count == 4, isMade(in: String(cString: texts[3])) else { continue }
      objects.append(
        Object(
          kind: String(cString: texts[0]),
          name: String(cString: texts[1]),
          table: String(cString: texts[2])
        )
      )
    }
    return objects
  }

  private static let mark = ", which the schema names in "

  /// The end of a message with the objects that have the name. Empty if there are none.
  func clause(on handle: OpaquePointer) -> String {
    let objects = objects(on: handle)
    guard !objects.isEmpty else { return "" }
    return Self.mark + objects.map { "\($0.kind) \"\($0.name)\"" }.joined(separator: ", ")
  }

  /// Whether a message ends with a clause of this type.
  static func isIn(_ message: String) -> Bool { message.contains(mark) }
}

extension DatabaseError {
  /// Whether an object of the schema, such as a trigger, caused the error, and not the statement.
  package var isAboutSchemaObject: Bool { SchemaMention.isIn(message) }
}
