/// The prepared statements of one connection, found by their SQL text.
///
/// If the cache is full, it removes the least recently used statements.
struct StatementCache {
  private struct Entry {
    let statement: Statement
    var usedAt: UInt64
  }

  private var entries: [ByteText: Entry] = [:]
  /// The statements that are found by the identity of a ``StatementText`` object instead of by
  /// their text. The cache retains the object, so that no other object can get its address.
  private var known: [ObjectIdentifier: (text: StatementText, statement: Statement)] = [:]
  private var clock: UInt64 = 0
  private let capacity: Int

  init(capacity: Int) {
    self.capacity = capacity
  }

  /// Returns the cached statement with this SQL text.
  ///
  /// Returns nil if there is no such statement, or if the statement is running.
  mutating func statement(for sql: String) -> Statement? {
    let text = ByteText(sql)
    guard let entry = entries[text], !entry.statement.isRunning else { return nil }
    clock += 1
    entries[text]?.usedAt = clock
    return entry.statement
  }

  /// Adds a statement. If the cache is full, first removes the quarter of the statements that were
  /// used least recently.
  ///
  /// - Parameters:
  ///   - statement: The statement to keep.
  ///   - sql: The SQL text by which the statement is found. It may contain white space or comments
  ///     after the statement.
  mutating func insert(_ statement: Statement, for sql: String) {
    if entries.count >= capacity { evictOldestQuarter() }
    clock += 1
    entries[ByteText(sql)] = Entry(statement: statement, usedAt: clock)
  }

  /// Returns the cached statement for this ``StatementText`` object.
  ///
  /// Returns nil if the cache has no statement for the object, or if the statement is running.
  func statement(for text: StatementText) -> Statement? {
    guard let statement = known[ObjectIdentifier(text)]?.statement, !statement.isRunning else {
      return nil
    }
    return statement
  }

  mutating func insert(_ statement: Statement, for text: StatementText) {
    // After a schema change, the library uses new ``StatementText`` objects. The old objects are
    // removed only here, when the list is full.
    if known.count >= capacity { known.removeAll() }
    known[ObjectIdentifier(text)] = (text, statement)
  }

  mutating func removeAll() {
    entries.removeAll()
    known.removeAll()
  }

  // A quarter of the entries is removed at once. Otherwise each new statement would sort all
  // entries again.
  private mutating func evictOldestQuarter() {
    let idle = entries.filter { !$0.value.statement.isRunning }
    let oldest = idle.sorted { $0.value.usedAt < $1.value.usedAt }.prefix(max(1, capacity / 4))
    for (text, _) in oldest { entries[text] = nil }
  }
}
