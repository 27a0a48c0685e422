import StateGraphSQLite

/// The time of the open write, which all timestamps of the write have in common.
///
/// Only the thread that holds the write lock uses this object.
final class WriteTime {
  private let clock: @Sendable () -> SQLiteValue
  @exclusivity(unchecked) private var known: SQLiteValue?

  init(_ configuration: Database.Configuration) {
    clock = { [now = configuration.transactionClock] in now().value }
  }

  /// The time in the form that a column stores. The first access in a write calls the clock.
  var value: SQLiteValue {
    if let known { return known }
    let now = clock()
    known = now
    return now
  }

  /// Forgets the time. Call at the beginning of an outermost write.
  func writeWillBegin() { known = nil }
}
