import StateGraphSQLite

/// Remembers references of one foreign key that were written as NULL, because the referenced row
/// did not exist yet. Fills them in at the end of the import. Only the policy `null` for dangling
/// references needs this.
///
/// A row first gets NULL and later the reference. If it were the other way round, a second run of
/// the same import would change the row twice. The references are kept in a temporary table, which
/// SQLite can move from memory to disk. If batches are committed before the end, they are kept in
/// the database file.
///
/// Confined to the thread that runs the import.
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
    let keys = Self.names("k", table.keyIndexes.count)
    let values = Self.names("v", foreignKey.columns.count)
    try connection.run(
      Self.creation(of: name, in: isPersistent ? "main" : "temp", keys, values)
    )
    let place = Self.place(name, isPersistent)
    let parameters = (keys + values + ["was_unchanged"]).map { _ in "?" as SQL }
    let insert: SQL =
      "INSERT OR REPLACE INTO \(place) VALUES (\(parameters, separator: ", "))"
    keep = try connection.prepare(insert.text)
    let conditions = keys.map { "\(column: $0) = ?" as SQL }
    let delete: SQL = "DELETE FROM \(place) WHERE \(conditions, separator: " AND ")"
    drop = try connection.prepare(delete.text)
    isEmpty = try connection.firstValue("SELECT 1 FROM \(place) LIMIT 1") == nil
  }

  /// Remembers a reference of a row that was written as NULL.
  ///
  /// - Parameters:
  ///   - cells: The cells of the record, in which the reference still has its value.
  ///   - wasUnchanged: Whether the row was counted as unchanged.
  func keep(_ cells: [Cell], wasUnchanged: Bool) throws(DatabaseError) {
    isEmpty = false
    let indexes = table.keyIndexes + foreignKey.columns
    try keep.bind(cells, indexes)
    try keep.bind(SQLiteValue.integer(wasUnchanged ? 1 : 0), at: indexes.count + 1)
    try keep.run()
  }

  /// Forgets the remembered reference of a row, because a later record determines the reference.
  func forget(_ cells: [Cell]) throws(DatabaseError) {
    guard !isEmpty else { return }
    try drop.bind(cells, table.keyIndexes)
    try drop.run()
  }

  /// Moves the remembered references from the temporary table to the database file, so that they
  /// are committed together with the rows.
  func persist() throws(DatabaseError) {
    guard !isPersistent, !isEmpty else { return }
    let keys = Self.names("k", table.keyIndexes.count)
    let values = Self.names("v", foreignKey.columns.count)
    try connection.run(Self.creation(of: name, in: "main", keys, values))
    try connection.run(
      "INSERT OR REPLACE INTO main.\(table: name) SELECT * FROM temp.\(table: name)"
    )
  }

  /// Fills in the references whose target rows exist now. Returns the number of rows that this
  /// changed although they had been counted as unchanged.
  func fill() throws(DatabaseError) -> Int {
    guard !isEmpty else { return 0 }
    try connection.run(update(wasUnchanged: 0))
    try connection.run(update(wasUnchanged: 1))
    return connection.changedRowCount
  }

  /// Returns the number of remembered references whose target row still does not exist.
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

  private var place: SQL { Self.place(name, isPersistent) }

  private static func place(_ name: String, _ isPersistent: Bool) -> SQL {
    isPersistent ? "main.\(table: name)" : "temp.\(table: name)"
  }

  /// The columns are declared without types, so that SQLite stores every value unconverted.
  private static func creation(
    of name: String,
    in schema: String,
    _ keys: [String],
    _ values: [String]
  ) -> SQL {
    """
    CREATE TABLE IF NOT EXISTS \(table: schema).\(table: name) (
    \(columns: keys), \(columns: values), was_unchanged,
    PRIMARY KEY (\(columns: keys))) WITHOUT ROWID
    """
  }

  private static func names(_ prefix: String, _ count: Int) -> [String] {
    (0..<count).map { "\(prefix)\($0)" }
  }
}

// MARK: - Tables in the file

extension ReferenceBackfill {
  /// Returns the name of the table that keeps the references of one foreign key.
  ///
  /// - Parameters:
  ///   - request: The request of the import.
  ///   - table: The index of the table in the plan.
  ///   - key: The index of the foreign key among those of the table.
  static func name(_ request: ImportRequest, table: Int, key: Int) -> String {
    prefix(request) + "\(table)_\(key)"
  }

  /// Removes the tables that keep the references of one import from the database file.
  static func removePersistent(
    _ request: ImportRequest,
    on connection: Connection
  ) throws(DatabaseError) {
    let prefix = prefix(request)
    let names = try connection.rows(
      """
      SELECT name FROM main.sqlite_schema
      WHERE type = 'table' AND substr(name, 1, \(prefix.utf8.count)) = \(prefix)
      """
    )
    for row in names {
      if case .text(let name) = row[0] { try connection.run("DROP TABLE main.\(table: name)") }
    }
  }

  private static func prefix(_ request: ImportRequest) -> String {
    "stategraph_import_references_\(request.fingerprint)_"
  }
}
