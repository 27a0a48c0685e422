import StateGraphSQLite
import StateGraphThreads

/// The values in a condition `in(_:)`, such as `$0.year.in([2024, 2025])`.
///
/// Copies share one hash table, by which stores in memory find a value in a long list.
struct ListedValues: Sendable {
  let values: [SQLiteValue]
  private let table = HashTable()

  init(_ values: [SQLiteValue]) { self.values = values }

  /// Returns whether a value is in the list. Values are compared as in Swift: nil equals nil.
  ///
  /// The first call hashes all values. A query that only SQLite evaluates never calls this method.
  func contains(_ value: SQLiteValue) -> Bool {
    // A linear search of a short list needs no hash table.
    guard values.count > 8 else { return values.contains(value) }
    return table.contains(value, of: values)
  }

  private final class HashTable: Sendable {
    private let members = Guarded<Set<SQLiteValue>?>(nil)

    func contains(_ value: SQLiteValue, of values: [SQLiteValue]) -> Bool {
      let known = members.withLock { $0 }
      if let known { return known.contains(value) }
      let made = Set(values)
      members.withLock { $0 = made }
      return made.contains(value)
    }
  }
}

extension ListedValues: Hashable {
  static func == (left: ListedValues, right: ListedValues) -> Bool { left.values == right.values }

  func hash(into hasher: inout Hasher) { hasher.combine(values) }
}
