import CSQLite

/// The collations and functions of the program, which every connection of a database has.
package struct ConnectionExtensions: Sendable {
  package init() {}

  private(set) var collations: [DatabaseCollation] = []
  private(set) var functions: [DatabaseFunction] = []

  /// Live queries compare by these collations in memory, as SQLite does.
  private static let builtInCollations = ["BINARY", "NOCASE", "RTRIM"]

  mutating func add(_ collation: DatabaseCollation) { collations.append(collation) }

  mutating func add(_ function: DatabaseFunction) { functions.append(function) }

  /// Adds them to a new connection.
  ///
  /// - Throws: `.misuse` if SQLite has a collation or function with the name, or does not accept
  ///   the name or the number of arguments.
  func install(on handle: OpaquePointer) throws(DatabaseError) {
    for function in functions where Self.isTaken(function.name, on: handle) {
      throw Self.taken("function", name: function.name)
    }
    for function in functions where function.install(on: handle) != SQLITE_OK {
      throw DatabaseError(
        .misuse,
        "SQLite does not accept the function \(function.name).",
        remedy: "Give it a name of 1 to 255 bytes and 0 to 127 arguments."
      )
    }
    for collation in collations {
      if Self.builtInCollations.contains(where: collation.name.isSameName(as:)) {
        throw Self.taken("collation", name: collation.name)
      }
      let result = collation.install(on: handle)
      guard result == SQLITE_OK else { throw .sqlite(result, on: handle) }
    }
  }

  private static func isTaken(_ name: String, on handle: OpaquePointer) -> Bool {
    var statement: OpaquePointer?
    defer { sqlite3_finalize(statement) }
    let sql = "SELECT 1 FROM pragma_function_list WHERE name = ?1 COLLATE NOCASE"
    guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK, let statement else {
      return false
    }
    var name = name
    name.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        _ = csqlite_bind_text_copy(statement, 1, $0.baseAddress, UInt64($0.count))
      }
    }
    return sqlite3_step(statement) == SQLITE_ROW
  }

  private static func taken(_ kind: String, name: String) -> DatabaseError {
    DatabaseError(
      .misuse,
      "SQLite has a \(kind) \(name), which cannot be replaced.",
      remedy: "Choose another name."
    )
  }
}
