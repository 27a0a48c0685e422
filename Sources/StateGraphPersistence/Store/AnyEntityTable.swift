import StateGraph
import StateGraphSQLite

/// An entity's table, to those who do not know the entity's type.
package protocol AnyEntityTable: AnyObject, Sendable {
  var graph: DatabaseGraph { get }
  var name: String { get }

  /// Runs the UPDATE for one property. Failures are reported as `Database.write` says.
  func update(column index: Int, of state: EntityState, key: SQLiteValue, to value: SQLiteValue)

  /// The column as the open write of this thread sees it; nil where it has not touched the row.
  func uncommittedValue(ofColumn index: Int, key: SQLiteValue) -> SQLiteValue?

  func stateWillDie(_ key: SQLiteValue)

  /// Lets go of the entities that are held only because they were used lately.
  func forgetRecent()

  /// Brings the live entities up to date with a commit. The turn is held.
  func didCommit(_ changes: TableChanges?, schemaChanged: Bool, in epoch: inout GraphEpoch)

  /// Forgets what an undone transaction, or the part of it behind `position`, had added. The turn
  /// is held.
  func didRollBack(to position: Int?)
}
