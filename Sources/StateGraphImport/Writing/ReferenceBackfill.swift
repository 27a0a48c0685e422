import StateGraphSQLite

/// Stores references to rows that do not exist yet, and writes them at the end of the import.
///
/// Until the end of the import, the reference is NULL in a new row. Each foreign key has its own
/// object, but only with the policy ``DanglingPolicy/null``.
///
/// The references are in a temporary table. If the import commits in batches, they are in the
/// database file instead, because a resumed run needs them.
///
/// The alternative would be to write each reference at once, and to clear it if its target row is
/// missing at the end. A second run of the import would then change the row twice.
///
/// Only the thread that runs the import uses this object.
final class ReferenceBackfill {
  private let table: TablePlan
  private let parent: TablePlan
  private let foreignKey: ForeignKeyPlan
  private let name: String
  private let isPersistent: Bool
  private let connection: Connection
  private let keep: Statement
  private let drop: Statement
  private var isEmpty = true

  init(
    _ foreignKey: ForeignKeyPlan,
    of table: TablePlan,
    parent: TablePlan,
    name: String,
    isPersistent: Bool,
    on connection: Connection
  ) throws(DatabaseError) {
    self.foreignKey = foreignKey
    self.table = table
    self.parent = parent
    self.connection = connection
    self.name = name
    self.isPersistent = isPersistent
    let keys = Self.names("k", count: table.keyIndexes.count)
    let values = Self.names("v", count: foreignKey.columns.count)
    try connection.run(
      Self.creation(of: name, in: isPersistent ? "main" : "temp", keys, values: values)
    )
    let place = Self.place(name, isPersistent: isPersistent)
    let parameters = (keys + values + ["was_unchanged"]).map { _ in "?" as SQL }
    let insert: SQL =
      "INSERT OR REPLACE INTO \(place) VALUES (\(parameters, separator: ", "))"
    keep = try connection.prepare(insert.text)
    let conditions = keys.map { "\(column: $0) = ?" as SQL }
    let delete: SQL = "DELETE FROM \(place) WHERE \(conditions, separator: " AND ")"
    drop = try connection.prepare(delete.text)
    isEmpty = try connection.firstValue("SELECT 1 FROM \(place) LIMIT 1") == nil
  }

  /// Stores a reference whose target row does not exist yet, and that is therefore not in its row.
  ///
  /// - Parameters:
  ///   - cells: The values of the record, including the reference.
  ///   - wasUnchanged: Whether the import has counted the row as unchanged. If `fill` changes the
  ///     row later, the caller must correct this count.
  func keep(_ cells: [Cell], wasUnchanged: Bool) throws(DatabaseError) {
    isEmpty = false
    let indexes = table.keyIndexes + foreignKey.columns
    try keep.bind(cells, indexes: indexes)
    try keep.bind(SQLiteValue.integer(wasUnchanged ? 1 : 0), at: indexes.count + 1)
    try keep.run()
  }

  /// Removes the stored reference of a row.
  ///
  /// Call this if a later record contains a new reference, which `fill` must not overwrite.
  func forget(_ cells: [Cell]) throws(DatabaseError) {
    guard !isEmpty else { return }
    try drop.bind(cells, indexes: table.keyIndexes)
    try drop.run()
  }

  /// Copies the stored references from the temporary table to the database file.
  ///
  /// The import calls this when the program stops it, so that the references are committed together
  /// with their rows. Does nothing if the references are already in the file.
  func persist() throws(DatabaseError) {
    guard !isPersistent, !isEmpty else { return }
    let keys = Self.names("k", count: table.keyIndexes.count)
    let values = Self.names("v", count: foreignKey.columns.count)
    try connection.run(Self.creation(of: name, in: "main", keys, values: values))
    try connection.run(
      "INSERT OR REPLACE INTO main.\(table: name) SELECT * FROM temp.\(table: name)"
    )
  }

  /// Writes the stored references whose target rows exist now.
  ///
  /// Returns the number of changed rows that the import had counted as unchanged. The caller must
  /// count them as updated.
  func fill() throws(DatabaseError) -> Int {
    guard !isEmpty else { return 0 }
    try connection.run(update(wasUnchanged: 0))
    try connection.run(update(wasUnchanged: 1))
    return connection.changedRowCount
  }

  /// Returns the number of stored references whose target row still does not exist.
  func danglingCount() throws(DatabaseError) -> Int {
    guard !isEmpty else { return 0 }
    let count = try connection.firstValue(
      "SELECT count(*) FROM \(place) AS d WHERE NOT \(parentIsThere)"
    )
    guard case .integer(let rows) = count else { return 0 }
    return Int(rows)
  }

  private func update(wasUnchanged: Int) -> SQL {
    let clearable = foreignKey.columns.indices.filter {
      foreignKey.clearableColumns.contains(foreignKey.columns[$0])
    }
    let assignments = clearable.map {
      "\(column: columnName($0)) = d.\(column: "v\($0)")" as SQL
    }
    let differences = clearable.map {
      "t.\(column: columnName($0)) IS NOT d.\(column: "v\($0)")" as SQL
    }
    let keys = table.keyIndexes.enumerated().map { number, column in
      "t.\(column: table.column(column).name) = d.\(column: "k\(number)")" as SQL
    }
    return """
      UPDATE main.\(table: table.name) AS t SET \(assignments, separator: ", ")
      FROM \(place) AS d
      WHERE d.was_unchanged = \(wasUnchanged) AND \(keys, separator: " AND ")
      AND (\(differences, separator: " OR ")) AND \(parentIsThere)
      """
  }

  private var parentIsThere: SQL {
    let parts = foreignKey.parentColumns.enumerated().map { number, column in
      "p.\(column: parent.column(column).name) = d.\(column: "v\(number)")" as SQL
    }
    return """
      EXISTS (SELECT 1 FROM main.\(table: parent.name) AS p WHERE \(parts, separator: " AND "))
      """
  }

  private func columnName(_ position: Int) -> String {
    table.column(foreignKey.columns[position]).name
  }

  private var place: SQL { Self.place(name, isPersistent: isPersistent) }

  private static func place(_ name: String, isPersistent: Bool) -> SQL {
    isPersistent ? "main.\(table: name)" : "temp.\(table: name)"
  }

  /// Returns the SQL that creates the table of stored references.
  ///
  /// The columns have no types, so SQLite stores each value without converting it.
  private static func creation(
    of name: String,
    in schema: String,
    _ keys: [String],
    values: [String]
  ) -> SQL {
    """
    CREATE TABLE IF NOT EXISTS \(table: schema).\(table: name) (
    \(columns: keys), \(columns: values), was_unchanged,
    PRIMARY KEY (\(columns: keys))) WITHOUT ROWID
    """
  }

  private static func names(_ prefix: String, count: Int) -> [String] {
    (0..<count).map { "\(prefix)\($0)" }
  }
}

// MARK: - Tables in the file

extension ReferenceBackfill {
  /// Returns the name of the table that stores the references of one foreign key.
  ///
  /// The name contains the fingerprint of the request. Only a resumed run of the same import
  /// therefore uses the same table.
  ///
  /// - Parameters:
  ///   - request: The request of the import.
  ///   - table: The index of the referring table in the import plan.
  ///   - key: The index of the foreign key in the referring table.
  static func name(_ request: ImportRequest, table: Int, key: Int) -> String {
    prefix(request) + "\(table)_\(key)"
  }

  /// Drops the tables in the database file that store the references of one import.
  static func removePersistent(
    _ request: ImportRequest,
    on connection: Connection
  ) throws(DatabaseError) {
    try LeftoverTable.dropAll(prefix: prefix(request), on: connection)
  }

  private static func prefix(_ request: ImportRequest) -> String {
    "stategraph_import_references_\(request.fingerprint)_"
  }
}
