import StateGraphFixtures
import StateGraphPersistence

/// The rows of a fixture that a failed history does not need. They are deleted before the first
/// step, so that a developer sees which rows matter.
struct RowReduction {
  /// Identifies a row by its table and its primary key.
  struct Row {
    let table: String
    let keys: [String]
    let values: [SQLiteValue]
  }

  /// How many histories are run before the search for more rows stops.
  private static let limit = 120

  private(set) var removed: [Row] = []

  /// Deletes the rows. Foreign keys apply: depending on their ON DELETE action, the rows that refer
  /// to a deleted row change, are deleted, too, or prevent the deletion.
  func apply(to database: Database) throws {
    try database.write {
      for row in removed {
        let conditions: [SQL] = zip(row.keys, row.values).map { name, value in
          "\(column: name) IS " + SQL(text: "?", bindings: [value])
        }
        try database.execute(
          "DELETE FROM \(table: row.table) WHERE \(conditions, separator: " AND ")"
        )
      }
    }
  }

  /// Finds rows without which a history still fails.
  ///
  /// - Parameters:
  ///   - rows: All rows of the fixture. Rows of tables that refer to other tables come first.
  ///   - fails: Runs the history without the rows that it receives, and returns whether it fails.
  static func reduction(of rows: [Row], fails: (RowReduction) -> Bool) -> RowReduction {
    var best = RowReduction()
    var kept = rows
    var left = limit
    var size = max(1, rows.count / 2)
    while left > 0 {
      var start = 0
      while start < kept.count, left > 0 {
        let part = kept[start..<min(kept.count, start + size)]
        let candidate = RowReduction(removed: best.removed + part)
        left -= 1
        if fails(candidate) {
          best = candidate
          kept.removeSubrange(part.indices)
        } else {
          start += size
        }
      }
      if size == 1 { break }
      size /= 2
    }
    return best
  }

  private init(removed: [Row] = []) { self.removed = removed }

  /// Reads the keys of all rows that have a primary key. Rows of tables that refer to other tables
  /// come first, because they can be deleted first.
  static func rows(of database: Database, _ schema: LabelSchema) throws -> [Row] {
    var rows: [Row] = []
    for name in try tableNames(of: database).reversed() {
      guard let table = schema.table(name), !table.primaryKey.isEmpty else { continue }
      let sql: SQL = """
        SELECT \(columns: table.primaryKey) FROM \(table: name) \
        ORDER BY \(columns: table.primaryKey)
        """
      rows += try database.rows(sql).map {
        Row(table: name, keys: table.primaryKey, values: $0.values)
      }
    }
    return rows
  }

  private static func tableNames(of database: Database) throws -> [String] {
    try database.write {
      try database.withWriter { try RowGenerator($0, seed: 0).tableNames }
    }
  }
}
