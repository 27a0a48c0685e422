import StateGraphCore
import StateGraphSQLite

/// Rows that were read for many owners at once, grouped by owner as SQLite compares keys: under a
/// collation the column may have several texts for one key.
struct OwnerGroups<Member> {
  private let column: ColumnSchema?
  private var members: [SQLiteValue: [Member]] = [:]
  /// False if only SQLite can compare one of the values.
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

  /// The members of one owner; nil if only SQLite can compare the keys.
  subscript(owner: SQLiteValue) -> [Member]? {
    guard isComparable, let key = column?.equalityKey(owner) else { return nil }
    return members[key] ?? []
  }

  /// The groups of these owners, without owners whose keys only SQLite can compare.
  func of(_ owners: [SQLiteValue]) -> [SQLiteValue: [Member]] {
    var groups: [SQLiteValue: [Member]] = [:]
    for owner in owners { groups[owner] = self[owner] }
    return groups
  }
}
