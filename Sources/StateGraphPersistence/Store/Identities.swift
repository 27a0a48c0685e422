import StateGraphSQLite

/// What is known of a table's live entities. Not generic: asking the runtime for its type at every
/// look-up would cost more than the look-up.
struct Identities {
  var map = IdentityMap()
  var pending = PendingStates()
  /// Counts the commits that touched the table. What was read before one must not be registered
  /// after it.
  var generation: UInt64 = 0
  /// The database's count of commits with the last that touched the table.
  var lastCommit: UInt64 = 0
  /// The table as the file declares it.
  var layout: EntityLayout
  /// Refers back to the table, until the database is gone.
  var home: EntityHome?
}
