import StateGraphSQLite

/// The kind of a to-many relationship, one-to-many or many-to-many: which rows belong to an owner,
/// and how they are written.
protocol RelationshipSource<Child>: Sendable {
  associatedtype Child: Entity

  /// Returns the route by which a commit's changed rows are matched with one owner.
  ///
  /// - Throws: `DatabaseError` if the file has no such table.
  func route(_ owner: SQLiteValue, in graph: DatabaseGraph) throws -> TableRoute

  /// Returns a loader of the rows of one owner, in the order of the relationship.
  func rows(of owner: SQLiteValue, in graph: DatabaseGraph) throws -> any ResultLoader

  /// Returns the rows of many owners, read by as few SELECTs as possible. The rows of an owner that
  /// is missing in the result must be read by a SELECT for this owner.
  func rows(of owners: [SQLiteValue], in graph: DatabaseGraph) throws
    -> [SQLiteValue: [LiveRow]]

  /// Returns the related entities of these rows. The graph node that is being evaluated depends on
  /// the rows of other tables that this function reads.
  func children(of rows: LiveResult, in graph: DatabaseGraph) throws -> [Child]

  /// Makes `children` the only related entities of the owner. Call inside a write.
  func assign(_ children: [Child], to owner: EntityAttachment) throws
}
