/// The prepared statements of one connection, found by their SQL text. When the cache is full, it
/// drops the least recently used statements.
struct StatementCache {
  private struct Entry {
    let statement: Statement
    var usedAt: UInt64
  }

  /// SQL text that is compared by its bytes. Swift compares two normalisation forms of a string as
  /// equal, but SQLite stores them as different values.
  private struct Text: Hashable {
    let sql: String

    static func == (left: Text, right: Text) -> Bool { left.sql.hasSameBytes(as: right.sql) }
    func hash(into hasher: inout Hasher) { sql.hashBytes(into: &hasher) }
  }

  private var entries: [Text: Entry] = [:]
  /// The statements that are found by the identity of a `StatementText`. The cache keeps that
  /// object alive, so that no other object gets its address.
  private var known: [ObjectIdentifier: (text: StatementText, statement: Statement)] = [:]
  private var clock: UInt64 = 0
  private let capacity: Int

  init(capacity: Int) {
    self.capacity = capacity
  }

  /// Returns a cached statement for the text that is not running, or nil.
  mutating func statement(for sql: String) -> Statement? {
    let text = Text(sql: sql)
    guard let entry = entries[text], !entry.statement.isRunning else { return nil }
    clock += 1
    entries[text]?.usedAt = clock
    return entry.statement
  }

  /// - Parameters:
  ///   - statement: The statement to keep.
  ///   - sql: The text by which the cache finds the statement. It may have white space or comments
  ///     after the statement.
  mutating func insert(_ statement: Statement, for sql: String) {
    if entries.count >= capacity { evictOldestQuarter() }
    clock += 1
    entries[Text(sql: sql)] = Entry(statement: statement, usedAt: clock)
  }

  /// Returns the cached statement for this `StatementText` object, or nil.
  func statement(for text: StatementText) -> Statement? {
    guard let statement = known[ObjectIdentifier(text)]?.statement, !statement.isRunning else {
      return nil
    }
    return statement
  }

  mutating func insert(_ statement: Statement, for text: StatementText) {
    // After a change of the schema, new text objects replace the old ones, which are not used
    // again. So all entries can be dropped.
    if known.count >= capacity { known.removeAll() }
    known[ObjectIdentifier(text)] = (text, statement)
  }

  mutating func removeAll() {
    entries.removeAll()
    known.removeAll()
  }

  // Drops a quarter of the statements at once. Otherwise a program with slightly more statements
  // than the capacity would sort the cache at each call.
  private mutating func evictOldestQuarter() {
    let idle = entries.filter { !$0.value.statement.isRunning }
    let oldest = idle.sorted { $0.value.usedAt < $1.value.usedAt }.prefix(max(1, capacity / 4))
    for (text, _) in oldest { entries[text] = nil }
  }
}
