import StateGraphCore
import StateGraphSQLite

/// An entity's table, to those who do not know the entity's type.
package protocol AnyEntityTable: AnyObject, Sendable {
  var graph: DatabaseGraph { get }
  var name: String { get }

  /// The table as the file declared it when it was last looked at.
  var schema: TableSchema { get }

  /// Takes the table as the file declares it now; compares all of it where it is opened.
  ///
  /// - Throws: `.schemaMismatch` where it is not what the entity declares.
  func readLayoutAgain(isOpening: Bool) throws

  /// Sets a column, by an UPDATE now or with others of the open write. Failures are reported as
  /// `Database.write` says.
  func set(_ index: Int, of state: EntityState, to value: SQLiteValue)

  /// Lets a set fail for a value that the column cannot have, as `Database.write` says.
  func refuse(_ error: DatabaseError)

  /// Runs one UPDATE for columns of a row, inside a write.
  func update(_ state: EntityState, _ changes: [ColumnChange]) throws

  /// The column as this thread alone sees it, inside a write that has touched the row or inside a
  /// snapshot; nil where it sees what all see.
  func privateValue(ofColumn index: Int, of state: EntityState) -> SQLiteValue?

  /// The entity with that key as this thread sees it, or nil where there is none.
  func anyEntity(_ key: RowKey) -> (any Entity)?

  func stateWillDie(_ state: EntityState)

  /// Lets go of the entities that are held only because they were used lately.
  func forgetRecent()

  /// Nothing can be loaded any more: lets go of what refers back to the table.
  func databaseIsGone()

  /// Asks the user's conversions about what the write brings, while no lock is held. The turn is.
  func willCommit(_ changes: TableChanges?, schemaChanged: Bool)

  /// Brings the live entities up to date with a commit. The turn is held.
  func didCommit(_ changes: TableChanges?, _ commit: CommitContext, in epoch: inout GraphEpoch)

  /// A nested write has become part of the one at `depth`. The turn is held.
  func nestedWriteDidEnd(at depth: Int)

  /// Forgets what the undone transaction, or what in it is deeper than `depth`, had added. The turn
  /// is held.
  func didRollBack(below depth: Int)
}

/// A commit that is being published.
package final class CommitContext {
  /// The number of commits up to this one.
  let count: UInt64
  let schemaChanged: Bool
  /// What is let go of: released, with the user's `deinit`s, when all is over.
  var released: [AnyObject] = []
  /// What went wrong while memory was brought up to date: logged when all is over.
  var failures: [any Error] = []

  init(count: UInt64, schemaChanged: Bool) {
    self.count = count
    self.schemaChanged = schemaChanged
  }
}
