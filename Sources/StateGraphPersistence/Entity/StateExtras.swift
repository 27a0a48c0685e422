import StateGraphCore
import StateGraphSQLite

/// What few states need: signals of columns that somebody depends on, relationships that were read,
/// entities that a detached one refers to. Guarded by the state's lock.
final class StateExtras {
  struct WeakSignal {
    weak var signal: Signal?
  }

  /// Entities that columns refer to, by column, while the state is detached.
  var references: [Int: any Entity] = [:]
  /// Why columns cannot have what they were set to while the state was detached.
  var refusals: [Int: DatabaseError] = [:]
  /// For each column the signal that its dependents attach to, made when there is one. The signal
  /// keeps the state alive, not the other way round.
  var signals: [WeakSignal] = []
  /// The nodes of the relationships that have been read, by property.
  var relationships: [String: AnyObject] = [:]
}
