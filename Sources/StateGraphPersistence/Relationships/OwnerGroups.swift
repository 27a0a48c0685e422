import StateGraphCore
import StateGraphSQLite

/// Rows that were read for many owners at once, grouped by owner.
///
/// Keys are compared as SQLite compares them. Under a collation such as NOCASE, different texts can
/// be the same key.
struct OwnerGroups<Member> {
  private let column: ColumnSchema?
  private var members: [SQLiteValue: [Member]] = [:]
  /// Whether the keys of all rows can be compared in memory. If not, only SQLite can compare them.
  private var isComparable = true

  /// Groups the rows by the owner that they refer to.
  ///
  /// - Parameters:
  ///   - found: The rows of all owners.
  ///   - column: The column that refers to the owner, whose collation decides which keys are equal.
  ///   - owner: Returns the value of that column in a row.
  init(
    _ found: [Member],
    comparedAs column: ColumnSchema?,
    by owner: (Member) -> SQLiteValue
  ) {
    self.column = column
    withoutGraphTracking {
      for member in found {
        guard let key = column?.equalityKey(owner(member)) else {
          isComparable = false
          return
        }
        members[key, default: []].append(member)
      }
    }
  }

  /// Returns the rows of one owner, or nil if only SQLite can compare the keys.
  subscript(owner: SQLiteValue) -> [Member]? {
    guard isComparable, let key = column?.equalityKey(owner) else { return nil }
    return members[key] ?? []
  }

  /// Returns the rows of each of these owners.
  ///
  /// The result does not contain an owner whose key only SQLite can compare.
  func of(_ owners: [SQLiteValue]) -> [SQLiteValue: [Member]] {
    var groups: [SQLiteValue: [Member]] = [:]
    for owner in owners { groups[owner] = self[owner] }
    return groups
  }
}
