import StateGraphSQLite
import StateGraphThreads

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

/// The state of a table together with its lock.
///
/// A search in the identity map retains each state that it compares. The last reference to a state
/// must not be released under the lock, because the `deinit` of the state takes the lock. This type
/// releases the compared states after the lock.
final class GuardedTableState: Sendable {
  private let state: Guarded<TableState>

  init(_ state: sending TableState) { self.state = Guarded(state) }

  /// Calls `body` with the state while the lock is held.
  ///
  /// `body` must not call user code, must not take another lock, and must not release an entity's
  /// state: it returns each state that it has found.
  @inline(__always)
  func withLock<Result, Failure: Error>(
    _ body: (inout TableState) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let (result, compared) = try state.withLock { table throws(Failure) in
      (try body(&table), table.takeCompared())
    }
    withExtendedLifetime(compared) {}
    return result
  }
}
