import CSQLite

/// Accepts text in double quotes in stored schemas, where old programs wrote it, and never in the
/// statements of a caller.
///
/// SQLite takes a name in double quotes for text if no column has the name. One setting of a
/// connection allows this both in views and triggers and in the statements that use them. The
/// setting is off until a statement needs it. From then on, a second compilation of each statement
/// shows that its own names are names: there they stand in backticks, which never contain text.
final class QuotedText {
  private let handle: OpaquePointer
  private var isAccepted = false
  /// Whether the statements are those of a stored schema.
  private(set) var copiesSchema = false

  init(handle: OpaquePointer) { self.handle = handle }

  /// Turns the setting on, which makes SQLite compile all statements again.
  ///
  /// - Returns: Whether the setting was off, so that a failed compilation may succeed now.
  func accept() -> Bool {
    guard !isAccepted else { return false }
    isAccepted = true
    apply()
    return true
  }

  func refuse() {
    isAccepted = false
    apply()
  }

  /// Runs `body`, whose statements are those of a stored schema.
  func copyingSchema<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    copiesSchema = true
    apply()
    defer {
      copiesSchema = false
      apply()
    }
    return try body()
  }

  private func apply() {
    let accepted = (inViews: isAccepted || copiesSchema, inTables: copiesSchema)
    _ = csqlite_db_config_int(handle, SQLITE_DBCONFIG_DQS_DML, accepted.inViews ? 1 : 0)
    _ = csqlite_db_config_int(handle, SQLITE_DBCONFIG_DQS_DDL, accepted.inTables ? 1 : 0)
  }

  /// Throws the error that SQLite gives without the setting, if the statement itself contains text
  /// in double quotes.
  func requireNames(in sql: String) throws(DatabaseError) {
    guard isAccepted, !copiesSchema, let checked = Self.namesInBackticks(sql) else { return }
    var statement: OpaquePointer?
    defer { sqlite3_finalize(statement) }
    let result = sqlite3_prepare_v3(handle, checked, -1, 0, &statement, nil)
    guard result == SQLITE_OK else { throw .sqlite(result, on: handle, sql: sql) }
  }

  /// Returns the statement with backticks instead of double quotes, or nil if it has none.
  static func namesInBackticks(_ sql: String) -> String? {
    let bytes = Array(sql.utf8)
    let (quote, backtick) = (UInt8(ascii: "\""), UInt8(ascii: "`"))
    var changed: [UInt8] = []
    var copied = 0
    var tokens = SQLTokenizer(sql)
    while let token = tokens.next() {
      let end = bytes.count - tokens.remainingByteCount
      guard case .quotedName(let name) = token, bytes[end - 1] == quote else { continue }
      // A quote in the name is written twice.
      let length = 2 + name.utf8.reduce(0) { $0 + ($1 == quote ? 2 : 1) }
      changed += bytes[copied..<end - length]
      changed.append(backtick)
      for byte in name.utf8 { changed += byte == backtick ? [byte, byte] : [byte] }
      changed.append(backtick)
      copied = end
    }
    guard copied > 0 else { return nil }
    return String(decoding: changed + bytes[copied...], as: UTF8.self)
  }
}

extension DatabaseError {
  /// Whether SQLite did not find a column, as it does for text in double quotes.
  var isAboutUnknownColumn: Bool { code == .invalidSQL && message.contains(Self.unknownColumn) }

  private static var unknownColumn: String { "no such column: " }

  /// Adds advice if the statement has the name of an unknown column in double quotes, because it is
  /// text in many programs.
  func advisingQuotes(in sql: String) -> DatabaseError {
    guard isAboutUnknownColumn, remedy.isEmpty,
      let mark = clause.firstRange(of: Self.unknownColumn)
    else { return self }
    let name = String(clause[mark.upperBound...])
    let isQuoted = SQLTokenizer(sql).contains { token in
      if case .quotedName(let found) = token { found.hasSameBytes(as: name) } else { false }
    }
    guard isQuoted else { return self }
    return DatabaseError(
      code,
      message,
      remedy: "Write text in single quotes: double quotes contain the name of a column.",
      extendedCode: extendedCode,
      sql: self.sql
    )
  }
}
