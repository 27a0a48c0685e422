import StateGraphSQLite

/// The entities of a table that are in memory, and the table version that they belong to.
///
/// One lock guards all of it. Not generic: every look-up in a generic type would ask the runtime
/// for the type's metadata, at more than the cost of the look-up.
struct TableState {
  var map = IdentityMap()
  var pending = PendingStates()
  /// The number of commits that touched the table. A row that was read before a commit must not be
  /// registered after it.
  var generation: UInt64 = 0
  /// The database's commit number at the last commit that touched the table.
  var lastCommit: UInt64 = 0
  /// The table as the file declares it.
  var layout: EntityLayout
  /// The object through which states refer to the table. It refers to the table in turn, until the
  /// database has been deallocated.
  var reference: TableReference?
}
