import StateGraphSQLite

/// The values of one entity in memory, as of the last commit.
package struct LiveEntityValues: Sendable {
  /// The name of the entity's table.
  package let table: String
  package let key: RowKey
  /// The values of the key columns and of all columns with a property.
  package let values: [(column: String, value: SQLiteValue)]

  /// Returns the values of all entities of a database that are in memory and have a row.
  ///
  /// A test compares them with the file. Runs no SQL.
  package static func all(in database: Database) -> [LiveEntityValues] {
    guard let graph = database.observer as? DatabaseGraph else { return [] }
    return graph.openTables.flatMap { table in
      let (states, layout) = table.context.state.withLock { ($0.map.states, $0.layout) }
      return states.filter { !$0.isUnreadable && !$0.isDeleted }.map { state in
        let image = state.currentImage
        return LiveEntityValues(
          table: table.name,
          key: image.key(table.context.keyCount),
          values: zip(layout.names, image).map { ($0, $1) }
        )
      }
    }
  }
}
