/// The open transaction of a database, as the thread that holds the turn sees it.
struct Transaction {
  /// How many `write` calls are nested; each but the first is a savepoint.
  var depth = 1
  /// The first failure of a verb that cannot throw; the whole transaction is undone for it.
  var failure: (any Error)?
}
