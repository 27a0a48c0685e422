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

  /// What a check has found.
  package struct Findings {
    /// The messages in which SQLite describes damage. Empty for a sound file.
    package var damage: [String] = []
    /// The parts that cannot be checked without the program that made the file, each with the
    /// reason.
    package var unchecked: [String] = []
  }

  /// Checks the file. If the schema needs something that only another program has, checks each
  /// table for itself.
  package func findings(limit: Int) throws(DatabaseError) -> Findings {
    var findings = Findings()
    do throws(DatabaseError) {
      try search(limit: limit, &findings.damage)
      return findings
    } catch {
      guard Self.isAboutSchema(error) else { throw error }
      findings.unchecked.append(error.clause)
    }
    guard let tables = try? SchemaReader(connection).tables() else { return findings }
    findings.unchecked = []
    for table in tables where findings.damage.count < limit {
      var found: [String] = []
      do throws(DatabaseError) {
        _ = try run("\(table: table.name)", limit: limit, into: &found)
      } catch {
        guard Self.isAboutSchema(error) else { throw error }
        findings.unchecked.append("\(table.name): \(error.clause)")
      }
      findings.damage += found.filter { !findings.damage.contains($0) }
    }
    return findings
  }

  private static func isAboutSchema(_ error: DatabaseError) -> Bool {
    error.code == .missingExtension || error.code == .invalidSQL
  }

  /// Returns the messages in which SQLite describes damage, at most `limit`. Empty for a sound
  /// file.
  package func messages(limit: Int) throws(DatabaseError) -> [String] {
    var messages: [String] = []
    try search(limit: limit, &messages)
    return messages
  }

  /// Searches the whole file for damage.
  ///
  /// SQLite stops after a number of messages. If false reports are among them, the search asks for
  /// more, so that they do not hide other messages.
  private func search(limit: Int, _ messages: inout [String]) throws(DatabaseError) {
    var asked = Int64(limit)
    while true {
      messages = []
      let count = try run(.raw(String(asked)), limit: limit, into: &messages)
      if messages.count >= limit || count < asked || asked >= Self.maximumMessageCount { return }
      asked *= 100
    }
  }

  /// Runs SQLite's check.
  ///
  /// - Parameters:
  ///   - scope: The number of messages after which SQLite stops, or the table that it checks.
  ///   - limit: The largest number of true messages.
  ///   - messages: Receives the true messages, also those before an error.
  /// - Returns: The number of all messages.
  private func run(
    _ scope: SQL,
    limit: Int,
    into messages: inout [String]
  ) throws(DatabaseError) -> Int64 {
    // The table-valued form of this pragma takes a number for the name of a table from SQLite 3.46
    // on. A PRAGMA statement has no parameters, so the number stands in its text.
    let pragma = isQuick ? "quick_check" : "integrity_check"
    let statement = try connection.prepare(.raw("PRAGMA \(pragma)(") + scope + ")")
    defer { statement.reset() }
    var nulls = NullReports(connection)
    var count: Int64 = 0
    while messages.count < limit, try statement.step() {
      let text = statement.text(at: 0)
      if text == "ok" { break }
      count += 1
      if !nulls.isFalse(text) { messages.append(text) }
    }
    return count
  }
}

/// The messages about NULL values in tables WITHOUT ROWID, compared with the rows.
private struct NullReports {
  private let connection: Connection
  /// Whether each message is false. It is nil before the first such message.
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
        let isFalse = (try? hasNull(column.name, of: table.name)) == false
        // Two pairs of names can give one message.
        found[message] = isFalse && found[message] != false
      }
    }
    return found
  }

  /// Whether a row has a NULL value in a column.
  ///
  /// SQLite does not evaluate `IS NULL` for a NOT NULL column.
  private func hasNull(_ column: String, of table: String) throws(DatabaseError) -> Bool {
    try connection.firstValue(
      """
      SELECT 1 FROM \(table: table) NOT INDEXED WHERE typeof(\(column: column)) = 'null' LIMIT 1
      """
    ) != nil
  }
}
