import StateGraphCore
import StateGraphSQLite

/// The fields of an entity's state that few entities need.
///
/// They are in a separate object, because a program may have a million states. Guarded by the lock
/// of the state.
final class StateExtras {
  struct WeakSignal {
    weak var signal: Signal?
  }

  /// The entities that this entity refers to while it has no row, by column index.
  ///
  /// The dictionary key for a reference by several columns is the number of columns plus the index
  /// of the reference.
  var references: [Int: any Entity] = [:]
  /// For each property that was set to a value that its column cannot hold, the reason. The
  /// dictionary key is the index of the column.
  ///
  /// The insertion of the entity throws one of these errors.
  var refusals: [Int: DatabaseError] = [:]
  /// For each column, the signal on which dependent nodes depend. The first dependent creates the
  /// signal.
  ///
  /// The signal retains the state. The state therefore refers to the signal weakly, to avoid a
  /// cycle.
  var signals: [WeakSignal] = []
  /// The relationship objects of the entity. Each is created when the program first uses the
  /// relationship. The dictionary keys are the names of the properties.
  var relationships: [ByteText: AnyObject] = [:]
}
