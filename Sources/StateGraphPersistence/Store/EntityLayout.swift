import StateGraphSQLite

/// How an entity's columns lie in the file's table.
struct EntityLayout: Sendable {
  let table: TableSchema
  /// The place in a row's image of the key, and of each column of the definition.
  let keyIndex: Int
  let columnIndexes: [Int]

  /// - Throws: `.schemaMismatch` naming what is missing.
  init(_ definition: EntityDefinition, in database: Database) throws {
    guard let table = try database.table(definition.table) else {
      throw EntityLayout.mismatch("The file has no table \(definition.table).")
    }
    guard let keyIndex = table.columnIndex(definition.keyColumn),
      table.primaryKey == [table.columns[keyIndex].name]
    else {
      throw EntityLayout.mismatch(
        "The table \(definition.table) does not have \(definition.keyColumn) as its primary key."
      )
    }
    columnIndexes = try definition.columns.map { column throws(DatabaseError) in
      guard let index = table.columnIndex(column.name) else {
        throw EntityLayout.mismatch(
          "The table \(definition.table) has no column \(column.name) "
            + "for the property \(column.property)."
        )
      }
      return index
    }
    self.table = table
    self.keyIndex = keyIndex
  }

  private static func mismatch(_ message: String) -> DatabaseError {
    DatabaseError(
      .schemaMismatch,
      message,
      remedy: "Apply the migrations, or change the entity's declaration."
    )
  }

  func key(of image: [SQLiteValue]) -> SQLiteValue { image[keyIndex] }

  func values(of image: [SQLiteValue]) -> [SQLiteValue] { columnIndexes.map { image[$0] } }

  /// All columns of the table in declared order, which is the order of an image.
  var selection: SQL { "SELECT \(columns: table.columns.map(\.name)) FROM \(table: table.name)" }

  /// The condition that picks the row of an entity.
  func matches(_ key: SQLiteValue) -> SQL {
    "\(column: table.columns[keyIndex].name) = \(key)"
  }
}
