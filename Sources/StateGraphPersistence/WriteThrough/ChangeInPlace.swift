import StateGraphSQLite

/// A change of a property in place, such as `item.count += 1`: a read, a change of the value, and
/// an assignment.
///
/// No other thread and no other process can write to the database in between. Their changes are
/// therefore never overwritten.
@_documentation(visibility: internal)
public struct ChangeInPlace {
  /// The value is nil if the entity has no row, if its database is closed, or if the write is not
  /// reserved.
  private let reservation: WriteReservation?

  init(of state: EntityState) {
    let database = try? state.table?.graph.database()
    reservation = database.flatMap { WriteReservation(in: $0) }
  }

  /// Begins a change in place by a node. The result ends the change.
  static func begin(of state: EntityState) -> () -> (() -> Void) -> Void {
    { ChangeInPlace(of: state).finish }
  }

  /// Assigns the changed value, and then lets other threads write.
  ///
  /// A change that contains an `await` may end on another thread than it began on.
  public func finish(_ assign: () -> Void) {
    guard let reservation else { return assign() }
    reservation.end(assign)
  }
}

extension EntityState {
  /// Begins a change of a property in place. For accessors that `@GraphStored` generates.
  public func _$beginChange() -> ChangeInPlace { ChangeInPlace(of: self) }
}
