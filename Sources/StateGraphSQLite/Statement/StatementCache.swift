/// The prepared statements of one connection by their text. A full cache drops the least recently
/// used statements.
struct StatementCache {
  private struct Entry {
    let statement: Statement
    var usedAt: UInt64
  }

  /// SQL compared by its bytes. To Swift, two texts are equal whose literals SQLite stores
  /// differently.
  private struct Text: Hashable {
    let sql: String

    static func == (left: Text, right: Text) -> Bool { left.sql.hasSameBytes(as: right.sql) }
    func hash(into hasher: inout Hasher) { sql.hashBytes(into: &hasher) }
  }

  private var entries: [Text: Entry] = [:]
  /// The statements that are known by an object. The cache keeps the object, so that no other
  /// object gets its address.
  private var known: [ObjectIdentifier: (text: StatementText, statement: Statement)] = [:]
  private var clock: UInt64 = 0
  private let capacity: Int

  init(capacity: Int) {
    self.capacity = capacity
  }

  /// Returns a cached statement that is not running.
  mutating func statement(for sql: String) -> Statement? {
    let text = Text(sql: sql)
    guard let entry = entries[text], !entry.statement.isRunning else { return nil }
    clock += 1
    entries[text]?.usedAt = clock
    return entry.statement
  }

  /// - Parameters:
  ///   - statement: The statement to keep.
  ///   - sql: The text by which it is found. It may have white space or comments after the
  ///     statement.
  mutating func insert(_ statement: Statement, for sql: String) {
    if entries.count >= capacity { evictOldestQuarter() }
    clock += 1
    entries[Text(sql: sql)] = Entry(statement: statement, usedAt: clock)
  }

  /// Returns a cached statement for a text that is known by its object.
  func statement(for text: StatementText) -> Statement? {
    guard let statement = known[ObjectIdentifier(text)]?.statement, !statement.isRunning else {
      return nil
    }
    return statement
  }

  mutating func insert(_ statement: Statement, for text: StatementText) {
    // After a change of the schema, new texts replace the old ones, which are not used again.
    if known.count >= capacity { known.removeAll() }
    known[ObjectIdentifier(text)] = (text, statement)
  }

  mutating func removeAll() {
    entries.removeAll()
    known.removeAll()
  }

  // A quarter at a time, so that a working set just above the capacity does not sort at each call.
  private mutating func evictOldestQuarter() {
    let idle = entries.filter { !$0.value.statement.isRunning }
    let oldest = idle.sorted { $0.value.usedAt < $1.value.usedAt }.prefix(max(1, capacity / 4))
    for (text, _) in oldest { entries[text] = nil }
  }
}
