import StateGraphSQLite

/// The kind of a to-many relationship, one-to-many or many-to-many: which rows belong to an owner,
/// and how they are written.
protocol RelationshipSource<Child>: Sendable {
  associatedtype Child: Entity

  /// The route by which the router finds the rows of one owner.
  ///
  /// - Throws: `DatabaseError` if the file has no such table.
  func route(_ owner: SQLiteValue, in graph: DatabaseGraph) throws -> TableRoute

  /// The rows of one owner, in the order of the relationship.
  func rows(of owner: SQLiteValue, in graph: DatabaseGraph) throws -> any ResultLoader

  /// The rows of many owners as this thread sees them, by as few SELECTs as possible. An owner that
  /// is missing in the result has to be read alone.
  func rows(of owners: [SQLiteValue], in graph: DatabaseGraph) throws
    -> [SQLiteValue: [LiveRow]]

  /// The related entities of these rows. The current evaluation depends on the rows of other tables
  /// that this reads.
  func children(of rows: LiveResult, in graph: DatabaseGraph) throws -> [Child]

  /// Makes `children` the related entities of the owner. Call inside a write.
  func assign(_ children: [Child], to owner: EntityAttachment) throws
}
