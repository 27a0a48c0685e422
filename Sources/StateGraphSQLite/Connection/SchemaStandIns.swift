import CSQLite

/// Stands in for the functions and modules that only the program has which made a schema, while its
/// statements run in a database without rows.
///
/// SQLite does not create an index, check or generated column with a function that it does not
/// know, and no virtual table with a missing module or tokenizer. In a file it reads such a schema.
enum SchemaStandIns {
  /// Adds a function for the one that an error names, which fails whenever it is called.
  ///
  /// - Returns: Whether the failed statement may succeed now.
  static func addFunction(for error: DatabaseError, on handle: OpaquePointer) -> Bool {
    guard let name = MissingExtension(message: error.clause)?.functionName else { return false }
    let message = Unmanaged.passRetained(Message("no such function: \(name)"))
    let result = sqlite3_create_function_v2(
      handle,
      name,
      -1,
      SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS,
      message.toOpaque(),
      { context, _, _ in
        guard let message = sqlite3_user_data(context) else { return }
        let text = Unmanaged<Message>.fromOpaque(message).takeUnretainedValue().text
        sqlite3_result_error(context, text, -1)
      },
      nil,
      nil,
      { message in
        if let message { Unmanaged<Message>.fromOpaque(message).release() }
      }
    )
    return result == SQLITE_OK
  }

  private final class Message {
    let text: String

    init(_ text: String) { self.text = text }
  }

  /// Writes the statement of a virtual table into the schema without creating the table.
  ///
  /// - Returns: Whether the error is about the module or tokenizer of such a statement, and the
  ///   schema contains the statement now.
  static func addTable(_ sql: String, for error: DatabaseError, on handle: OpaquePointer) -> Bool {
    guard MissingExtension(message: error.clause) != nil, let (name, text) = virtualTable(in: sql)
    else { return false }
    func run(_ sql: String) -> Bool { sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK }
    _ = csqlite_db_config_int(handle, SQLITE_DBCONFIG_DEFENSIVE, 0)
    defer {
      _ = run("PRAGMA writable_schema = RESET")
      _ = csqlite_db_config_int(handle, SQLITE_DBCONFIG_DEFENSIVE, 1)
    }
    let insertion: SQL = """
      INSERT INTO main.sqlite_schema (type, name, tbl_name, rootpage, sql)
      VALUES ('table', \(name), \(name), 0, \(text))
      """
    return run("PRAGMA writable_schema = ON") && run(insertion.inlined.text)
  }

  /// Returns the name of the table that a statement creates, and the statement as SQLite would
  /// store it: with the name behind the first three words.
  private static func virtualTable(in sql: String) -> (name: String, text: String)? {
    var tokens = SQLTokenizer(sql)
    for expected in ["create", "virtual", "table"] {
      guard tokens.next()?.name?.isSameName(as: expected) == true else { return nil }
    }
    var (rest, next) = (tokens.remainingByteCount, tokens.next())
    var ahead = tokens
    func skip(_ count: Int) {
      for _ in 0..<count { (rest, next) = (tokens.remainingByteCount, tokens.next()) }
    }
    if next?.name?.isSameName(as: "if") == true, ahead.next()?.name?.isSameName(as: "not") == true {
      skip(3)
    }
    ahead = tokens
    if case .symbol(".")? = ahead.next() { skip(2) }
    guard let name = next?.name else { return nil }
    let written = String(decoding: sql.utf8.suffix(rest), as: UTF8.self)
    var text = written.drop(while: \.isWhitespace)
    while let last = text.last, last == ";" || last.isWhitespace { text.removeLast() }
    return (name, "CREATE VIRTUAL TABLE " + text)
  }
}
