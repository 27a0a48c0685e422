import StateGraphSQLite

/// A relationship of one entity: a to-many relationship, or a polymorphic reference. The object is
/// created when the program first uses the relationship.
///
/// The entity's state calls these functions when the entity's row is inserted, and when the
/// insertion is committed or rolled back.
protocol Relationship: AnyObject {
  /// Writes the children that were assigned before the entity had a row.
  ///
  /// Called after the open write has inserted the row of the entity.
  ///
  /// - Parameters:
  ///   - attachment: The inserted row.
  ///   - row: The values of the inserted row: its key, then the columns of the definition.
  func attach(_ attachment: EntityAttachment, row: RowImage) throws

  /// Restores in memory the children that were assigned before the entity had a row.
  ///
  /// Called after the insertion of the entity's row was rolled back.
  func detach()

  /// Records that the insertion of the entity's row was committed.
  ///
  /// - Returns: The objects that were kept for a rollback. The caller must release them at a point
  ///   where user code may run.
  func didCommitInsertion() -> [AnyObject]
}
