/// Is informed of the beginning and the end of every statement of one connection.
///
/// This class counts statements, which is all that a reading connection needs. The writer's
/// subclass also checks that a statement belongs to the open transaction. A class and not a
/// protocol, so that a statement pays for one virtual call and no existential.
///
/// Confined to the thread that holds the connection.
class StatementMonitor {
  private let counter: StatementCounter

  init(counter: StatementCounter) {
    self.counter = counter
  }

  /// Called before the first step of each run.
  func statementWillRun(_ statement: Statement) throws(DatabaseError) {
    counter.statementWillRun(statement)
  }

  /// Called after a run has reached its end.
  func statementDidFinish(_ statement: Statement) throws(DatabaseError) {}

  /// Called after a step has failed.
  func statementDidFail(_ statement: Statement) {}
}
