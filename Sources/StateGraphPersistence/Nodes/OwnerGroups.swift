import StateGraphCore
import StateGraphSQLite

/// What was read for many owners at once, given to each as SQLite would have: the column that
/// refers to the owner may hold two keys for one.
struct OwnerGroups<Member> {
  private let column: ColumnSchema?
  private var members: [SQLiteValue: [Member]] = [:]
  /// False where only SQLite can compare what one of them refers to.
  private var isComparable = true

  /// - Parameter owner: What a member holds in the column.
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

  /// Nil where only SQLite can tell.
  subscript(owner: SQLiteValue) -> [Member]? {
    guard isComparable, let key = column?.equalityKey(owner) else { return nil }
    return members[key] ?? []
  }

  /// Of those for which it can be told.
  func of(_ owners: [SQLiteValue]) -> [SQLiteValue: [Member]] {
    var groups: [SQLiteValue: [Member]] = [:]
    for owner in owners { groups[owner] = self[owner] }
    return groups
  }
}
