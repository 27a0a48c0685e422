import StateGraphCore
import StateGraphSQLite

/// Rows that were read for many owners at once, grouped by owner.
///
/// Keys are compared as SQLite compares them. Under a collation such as NOCASE, different texts can
/// be the same key.
struct OwnerGroups<Member> {
  private let columns: [ColumnSchema?]
  private var members: [RowKey: [Member]] = [:]
  /// Whether the keys of all rows can be compared in memory. If not, only SQLite can compare them.
  private var isComparable = true

  /// Groups the rows by the owner that they refer to.
  ///
  /// - Parameters:
  ///   - found: The rows of all owners.
  ///   - columns: The columns that refer to the owner. Their collations decide which keys are
  ///     equal.
  ///   - owner: Returns the values of these columns in a row.
  init(
    _ found: [Member],
    comparedAs columns: [ColumnSchema?],
    by owner: (Member) -> RowKey
  ) {
    self.columns = columns
    withoutGraphTracking {
      for member in found {
        guard let key = equalityKey(owner(member)) else {
          isComparable = false
          return
        }
        members[key, default: []].append(member)
      }
    }
  }

  /// Returns the rows of one owner, or nil if only SQLite can compare the keys.
  subscript(owner: RowKey) -> [Member]? {
    guard isComparable, let key = equalityKey(owner) else { return nil }
    return members[key] ?? []
  }

  /// Returns the rows of each of these owners.
  ///
  /// The result does not contain an owner whose key only SQLite can compare.
  func of(_ owners: [RowKey]) -> [RowKey: [Member]] {
    var groups: [RowKey: [Member]] = [:]
    for owner in owners { groups[owner] = self[owner] }
    return groups
  }

  /// Returns a form of the key that is identical for equal keys, such as "ada" and "Ada" under
  /// NOCASE. Returns nil if only SQLite can compare the key.
  private func equalityKey(_ key: RowKey) -> RowKey? {
    switch key {
    case .value(let value): return columns[0]?.equalityKey(value).map { .value($0) }
    case .values(let values):
      let parts = zip(columns, values).compactMap { $0?.equalityKey($1) }
      return parts.count == values.count ? .values(parts) : nil
    }
  }
}
