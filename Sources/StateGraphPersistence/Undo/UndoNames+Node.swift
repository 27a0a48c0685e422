import StateGraphCore
import StateGraphSQLite

extension UndoNames {
  /// Returns a node that contains the names of the next steps of an undo log.
  ///
  /// The node reads the file again after each commit that changes steps. If it cannot read the
  /// file, it logs the error and contains no name. It keeps the database open.
  static func node(of log: StoredUndoLog, in database: Database) -> Computed<UndoNames> {
    let graph = DatabaseGraph.of(database)
    let signal = graph.undoSteps.signal
    return Computed(name: "undo log") { _ in
      // Inside a write or a snapshot, the result is not cached, so that it needs no dependency.
      if !UncommittedValues.areVisible { signal.depend() }
      do {
        return try log.names()
      } catch {
        graph.report(error, while: "reading an undo log")
        return UndoNames()
      }
    }
  }
}
