/// Is called at the beginning and the end of every statement of one connection.
///
/// This class counts statements, which is all that a reading connection needs. The writer's
/// subclass also checks that a statement belongs to the open transaction. This is a class and not a
/// protocol, because a virtual call costs less than a call through an existential.
///
/// Only the thread that holds the connection may use it.
class StatementMonitor {
  private let counter: StatementCounter

  init(counter: StatementCounter) {
    self.counter = counter
  }

  /// Called before the first step of each run of a statement.
  func statementWillRun(_ statement: Statement) throws(DatabaseError) {
    counter.statementWillRun(statement)
  }

  /// Called after a statement has returned its last row.
  func statementDidFinish(_ statement: Statement) throws(DatabaseError) {}

  /// Called after a step of a statement has failed.
  func statementDidFail(_ statement: Statement) {}
}
