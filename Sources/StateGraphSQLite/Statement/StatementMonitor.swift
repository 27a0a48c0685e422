/// The object that a connection calls at the beginning and at the end of each run of a statement.
///
/// This class only counts statements, which is enough for a reading connection. The subclass
/// ``WriterStatementMonitor`` also refuses a statement after the end of its transaction. The
/// monitor is a class, because a virtual call is cheaper than a call through a protocol.
///
/// Only the thread that holds the connection may use this object.
class StatementMonitor {
  private let counter: StatementCounter
  /// Whether statements are counted. False only during ``withoutCounting(_:)``. Only the thread
  /// that holds the connection uses this property.
  private var isCounting = true

  /// The stand-ins of the connection, which make a statement fail that compares values by a
  /// collation of another program, or nil for a connection whose writes are kept.
  final var standIns: StandInCollations?

  init(counter: StatementCounter) {
    self.counter = counter
  }

  /// Runs `body` without counting its statements. The library uses this method for queries by which
  /// it prepares itself for a table, because the program did not ask for them.
  final func withoutCounting<Result>(
    _ body: () throws(DatabaseError) -> Result
  ) throws(DatabaseError) -> Result {
    isCounting = false
    defer { isCounting = true }
    return try body()
  }

  /// Called before the first step of each run. If this method throws, the statement does not run.
  func statementWillRun(_ statement: Statement) throws(DatabaseError) {
    if isCounting { counter.statementWillRun(statement) }
  }

  /// Called after a run has reached its end and the statement was reset.
  func statementDidFinish(_ statement: Statement) throws(DatabaseError) {}

  /// Called after a step has failed and the statement was reset.
  func statementDidFail(_ statement: Statement) {}
}
