import StateGraphLive
import StateGraphSQLite

/// Loads the rows of a relationship, either as of the last commit or as of the open write.
protocol RelationshipLoader: ResultLoader {
  /// Returns the changes that the open write has made to the table of the rows.
  func watchedTable() throws -> WatchedTable

  /// Returns the element of a row that the open write has changed. Returns nil if the row has no
  /// entity, because a property cannot hold a value.
  func uncommittedPayload(of image: RowImage) throws -> RowObject?
}
