import StateGraphSQLite

/// A change of a property in place, such as `item.count += 1`: a read, a change of the value, and
/// an assignment.
///
/// No other thread of this process can write to the database in between. A change by another thread
/// is therefore never overwritten.
@_documentation(visibility: internal)
public struct ChangeInPlace {
  /// Nil if the entity has no row, or if its database is closed.
  private let database: Database?
  private let reservation: UInt?

  init(of state: EntityState) {
    database = try? state.table?.graph.database()
    reservation = database?.reserveNextWrite()
  }

  /// Assigns the changed value, and then lets other threads write.
  ///
  /// A change that contains an `await` may end on another thread than it began on.
  public func finish(_ assign: () -> Void) {
    guard let database else { return assign() }
    database.endReservation(of: reservation, assign)
  }
}

extension EntityState {
  /// Begins a change of a property in place. For accessors that `@GraphStored` generates.
  public func _$beginChange() -> ChangeInPlace { ChangeInPlace(of: self) }

  /// Begins a change of a property in place by its node. The result ends the change.
  func beginChange() -> (() -> Void) -> Void { _$beginChange().finish }
}
