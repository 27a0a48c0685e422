import StateGraphSQLite

/// The entities of a table that are in memory, and the commit that their values come from.
///
/// One lock guards all fields. The type is not generic, because each look-up in a generic type
/// would request type metadata at run time. The request costs more than the look-up.
struct TableState {
  var map = IdentityMap()
  var pending = PendingStates()
  /// Whether an entity of the table has ever been unreadable.
  ///
  /// While false, a search need not check whether the found entity is readable.
  var hasUnreadable = false
  /// The number of commits that touched the table.
  ///
  /// If this number has changed since a row was read, the row may be outdated, and must not be
  /// registered.
  var generation: UInt64 = 0
  /// The database's commit number at the last commit that touched the table.
  var lastCommit: UInt64 = 0
  /// The positions of the columns in the table as the file declares it, and the SQL statements.
  var layout: EntityLayout
  /// The object through which states refer to the table.
  ///
  /// It retains the table. This reference cycle is broken when the database has been deallocated.
  var reference: TableReference?

  /// Removes and returns the states that searches have retained, but not returned. The caller
  /// releases them after the lock.
  mutating func takeCompared() -> [EntityState] {
    pending.isIdle ? map.takeCompared() : map.takeCompared() + pending.takeCompared()
  }

  /// Returns whether the state's row can be read as of the last commit.
  ///
  /// The caller must release an unreadable state without the lock.
  func isReadable(_ state: EntityState?) -> Bool {
    !hasUnreadable || state?.isUnreadable != true
  }
}
