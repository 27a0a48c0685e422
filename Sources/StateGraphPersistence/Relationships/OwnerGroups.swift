import StateGraphCore
import StateGraphSQLite

/// Rows that were read for many owners at once, grouped by owner. Keys are compared as SQLite does,
/// because under a collation such as NOCASE different texts can be the same key.
struct OwnerGroups<Member> {
  private let column: ColumnSchema?
  private var members: [SQLiteValue: [Member]] = [:]
  /// False if the rows contain a value that only SQLite can compare.
  private var isComparable = true

  /// - Parameter owner: Returns the value of a member's column.
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

  /// Returns the rows of one owner; nil if only SQLite can compare the keys.
  subscript(owner: SQLiteValue) -> [Member]? {
    guard isComparable, let key = column?.equalityKey(owner) else { return nil }
    return members[key] ?? []
  }

  /// Returns the rows of each of these owners, without owners whose keys only SQLite can compare.
  func of(_ owners: [SQLiteValue]) -> [SQLiteValue: [Member]] {
    var groups: [SQLiteValue: [Member]] = [:]
    for owner in owners { groups[owner] = self[owner] }
    return groups
  }
}
