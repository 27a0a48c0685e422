import StateGraphCore
import StateGraphSQLite

/// The fields that few states need: signals of columns that have dependents, relationships that
/// have been read, entities that a detached state refers to. Guarded by the lock of the state.
final class StateExtras {
  struct WeakSignal {
    weak var signal: Signal?
  }

  /// By column, the entities that a detached state refers to.
  var references: [Int: any Entity] = [:]
  /// By column, the reason why the column cannot hold the value that was set while detached.
  var refusals: [Int: DatabaseError] = [:]
  /// For each column the signal that its dependents attach to, created for the first dependent. The
  /// signal retains the state, and the state refers to the signal weakly.
  var signals: [WeakSignal] = []
  /// By property, the relationships that have been read.
  var relationships: [String: AnyObject] = [:]
}
