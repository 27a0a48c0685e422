/// The prepared statements of one connection, by their text; the least recently used leaves first.
struct StatementCache {
  private struct Entry {
    let statement: Statement
    var usedAt: UInt64
  }

  private var entries: [String: Entry] = [:]
  private var clock: UInt64 = 0
  private let capacity: Int

  init(capacity: Int) {
    self.capacity = capacity
  }

  /// A cached statement that nobody is running.
  mutating func statement(for sql: String) -> Statement? {
    guard let entry = entries[sql], !entry.statement.isRunning else { return nil }
    clock += 1
    entries[sql]?.usedAt = clock
    return entry.statement
  }

  mutating func insert(_ statement: Statement) {
    if entries.count >= capacity { evictOldestQuarter() }
    clock += 1
    entries[statement.sql] = Entry(statement: statement, usedAt: clock)
  }

  mutating func removeAll() {
    entries.removeAll()
  }

  // A quarter at a time, so that a working set a little over the capacity does not sort per call.
  private mutating func evictOldestQuarter() {
    let oldest = entries.sorted { $0.value.usedAt < $1.value.usedAt }.prefix(max(1, capacity / 4))
    for (sql, entry) in oldest where !entry.statement.isRunning {
      entries[sql] = nil
    }
  }
}
