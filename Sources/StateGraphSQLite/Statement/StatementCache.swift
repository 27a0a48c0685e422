/// The prepared statements of one connection, by their text; the least recently used leaves first.
struct StatementCache {
  private struct Entry {
    let statement: Statement
    var usedAt: UInt64
  }

  /// SQL by its bytes: Swift would hold two literals equal that SQLite stores differently.
  private struct Text: Hashable {
    let sql: String

    static func == (left: Text, right: Text) -> Bool { left.sql.hasSameBytes(as: right.sql) }
    func hash(into hasher: inout Hasher) { sql.hashBytes(into: &hasher) }
  }

  private var entries: [Text: Entry] = [:]
  /// Those known by an object, which is held: another at its address would be taken for it.
  private var known: [ObjectIdentifier: (text: StatementText, statement: Statement)] = [:]
  private var clock: UInt64 = 0
  private let capacity: Int

  init(capacity: Int) {
    self.capacity = capacity
  }

  /// A cached statement that nobody is running.
  mutating func statement(for sql: String) -> Statement? {
    let text = Text(sql: sql)
    guard let entry = entries[text], !entry.statement.isRunning else { return nil }
    clock += 1
    entries[text]?.usedAt = clock
    return entry.statement
  }

  /// - Parameter sql: The text it is looked up by, which may have more behind it than the
  ///   statement's own.
  mutating func insert(_ statement: Statement, for sql: String) {
    if entries.count >= capacity { evictOldestQuarter() }
    clock += 1
    entries[Text(sql: sql)] = Entry(statement: statement, usedAt: clock)
  }

  /// The same for a text that is known by its object.
  func statement(for text: StatementText) -> Statement? {
    guard let statement = known[ObjectIdentifier(text)]?.statement, !statement.isRunning else {
      return nil
    }
    return statement
  }

  mutating func insert(_ statement: Statement, for text: StatementText) {
    // Layouts are made anew when the schema changes; the texts of the old ones are of no use then.
    if known.count >= capacity { known.removeAll() }
    known[ObjectIdentifier(text)] = (text, statement)
  }

  mutating func removeAll() {
    entries.removeAll()
    known.removeAll()
  }

  // A quarter at a time, so that a working set a little over the capacity does not sort per call.
  private mutating func evictOldestQuarter() {
    let idle = entries.filter { !$0.value.statement.isRunning }
    let oldest = idle.sorted { $0.value.usedAt < $1.value.usedAt }.prefix(max(1, capacity / 4))
    for (text, _) in oldest { entries[text] = nil }
  }
}
