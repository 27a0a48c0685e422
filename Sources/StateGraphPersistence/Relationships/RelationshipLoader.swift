import StateGraphLive
import StateGraphSQLite

/// Loads the rows of a relationship, either as of the last commit or as of the open write.
protocol RelationshipLoader: ResultLoader {
  /// Returns the object that records the changes of the open write to the table of these rows.
  func watchedTable() throws -> WatchedTable

  /// Returns the object for a row that the open write has changed: the row's entity, or a shared
  /// object for a link. Returns nil if the row has no entity, because a property cannot hold a
  /// value.
  func uncommittedPayload(of image: RowImage) throws -> RowObject?

  /// Returns the entity to which a link leads in the open write. Returns nil if the rows are no
  /// links, or if the entity has no row.
  func uncommittedTarget(of image: RowImage) throws -> RowObject?
}

extension RelationshipLoader {
  func uncommittedTarget(of image: RowImage) throws -> RowObject? { nil }
}
