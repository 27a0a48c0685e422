import StateGraphRows

/// SQLite's check of a file for damage, without the false reports of some versions of SQLite.
///
/// SQLite 3.40 confuses the columns of a table WITHOUT ROWID whose key columns are not its first
/// columns. It then reports a NULL value in each row, for a column that has no NULL value.
package struct DamageCheck {
  private let connection: Connection
  /// Whether the check skips the comparison of tables with their indexes, which takes the most
  /// time.
  private let isQuick: Bool
  /// The number of messages beyond which the check does not search for others than false reports.
  private static let maximumMessageCount: Int64 = 1_000_000_000

  package init(_ connection: Connection, isQuick: Bool) {
    (self.connection, self.isQuick) = (connection, isQuick)
  }

  /// Returns the messages in which SQLite describes damage, at most `limit`. Empty for a sound
  /// file.
  ///
  /// SQLite stops after a number of messages. If false reports are among them, the check asks for
  /// more, so that they do not hide other messages.
  package func messages(limit: Int) throws(DatabaseError) -> [String] {
    var nulls = NullReports(connection)
    var asked = Int64(limit)
    while true {
      let (messages, count) = try messages(limit: limit, of: asked, &nulls)
      if messages.count >= limit || count < asked || asked >= Self.maximumMessageCount {
        return messages
      }
      asked *= 100
    }
  }

  /// Returns the true messages among the first `asked` ones, and the number of all of them.
  private func messages(
    limit: Int,
    of asked: Int64,
    _ nulls: inout NullReports
  ) throws(DatabaseError) -> (messages: [String], count: Int64) {
    // The table-valued form of this pragma takes a number for the name of a table from SQLite 3.46
    // on. A PRAGMA statement has no parameters, so the number stands in its text.
    let pragma = isQuick ? "quick_check" : "integrity_check"
    let statement = try connection.prepare(SQL.raw("PRAGMA \(pragma)(\(asked))"))
    defer { statement.reset() }
    var messages: [String] = []
    var count: Int64 = 0
    while messages.count < limit, try statement.step() {
      let text = statement.text(at: 0)
      if text == "ok" { break }
      count += 1
      if !nulls.isFalse(text) { messages.append(text) }
    }
    return (messages, count)
  }
}

/// The messages about NULL values in tables WITHOUT ROWID, compared with the rows.
private struct NullReports {
  private let connection: Connection
  /// Whether each message is false. Nil before the first such message.
  private var isFalseByMessage: [ByteText: Bool]?

  init(_ connection: Connection) { self.connection = connection }

  mutating func isFalse(_ message: String) -> Bool {
    guard message.hasPrefix("NULL value in ") else { return false }
    let known = isFalseByMessage ?? falseMessages()
    isFalseByMessage = known
    return known[ByteText(message)] ?? false
  }

  private func falseMessages() -> [ByteText: Bool] {
    // If the schema cannot be read, the file is damaged, and every message counts.
    guard let tables = try? SchemaReader(connection).tables() else { return [:] }
    var found: [ByteText: Bool] = [:]
    for table in tables where !table.hasRowID {
      for column in table.columns where column.isNotNull {
        let message = ByteText("NULL value in \(table.name).\(column.name)")
        let isFalse = (try? hasNull(column.name, table.name)) == false
        // Two pairs of names can give one message.
        found[message] = isFalse && found[message] != false
      }
    }
    return found
  }

  /// Whether a row has a NULL value in a column.
  ///
  /// SQLite does not evaluate `IS NULL` for a NOT NULL column.
  private func hasNull(_ column: String, _ table: String) throws(DatabaseError) -> Bool {
    try connection.firstValue(
      """
      SELECT 1 FROM \(table: table) NOT INDEXED WHERE typeof(\(column: column)) = 'null' LIMIT 1
      """
    ) != nil
  }
}
