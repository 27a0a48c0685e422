import StateGraphFormats
import StateGraphSQLite

/// Stores the newest version of rows whose records differ from the file, until the end of the
/// import.
///
/// The inputs can contain several versions of a row: records with the same key and different
/// values. Only the last version may be compared with the file. Otherwise every import of the same
/// inputs would change the row to the first version and back to the last one.
///
/// The versions are in a temporary table. If the import commits in batches, they are in the
/// database file instead, because a resumed run needs them. Each table has its own object.
///
/// Only the thread that runs the import uses this object.
final class RowVersions {
  let table: TablePlan
  private let replaces: Bool
  private let name: String
  private let isPersistent: Bool
  let connection: Connection
  var given: GivenColumns
  /// What the records of this import have given to the rows.
  struct Notes {
    let given: GivenColumns
    let firstConflict: InputPlace?
    let conflictingColumns: Set<Int>
  }
  @exclusivity(unchecked) var key = KeyBuffer()
  /// Whether rows are marked that are deleted after the last record.
  var hasMarkedRows = false
  /// Whether no version is stored. Nil until a query of the database has shown this.
  var isEmpty: Bool?
  private var isCreated = false
  private var mayFail: Bool?
  /// The position of the first record that contradicts an earlier record. Nil if there is none.
  private(set) var firstConflict: InputPlace?
  /// The indices of the columns to which two records have given different values for the same row.
  private(set) var conflictingColumns: Set<Int> = []

  /// Whether the versions are stored until the end of the import.
  ///
  /// False for a table with a UNIQUE constraint besides its key. Its rows change in the order of
  /// the records, and only those wait whose unique values another row still has.
  let waits: Bool
  /// Whether a row can wait until the end of the import if another row has a unique value of it.
  let mayWait: Bool
  /// The records that are read again after the last input. Nil if all rows may wait at once.
  ///
  /// If bad records are left out, a row that waits may turn out to be bad. Its record is therefore
  /// deferred, so that its text is known.
  let deferred: (any RecordsReadAgain)?
  private let notesGiven: Bool

  init(
    _ table: TablePlan,
    request: ImportRequest,
    name: String,
    isPersistent: Bool,
    notesGiven: Bool,
    deferred: (any RecordsReadAgain)?,
    on connection: Connection
  ) {
    self.table = table
    self.notesGiven = notesGiven
    replaces = request.onConflict == .replace
    self.name = name
    self.isPersistent = isPersistent
    self.connection = connection
    given = GivenColumns(keyLimit: request.onDuplicate == .last ? 250_000 : .max)
    if !isPersistent { isEmpty = true }
    let key = table.schema.primaryKey
    waits = !table.schema.indexes.contains { index in
      index.isUnique && !index.columns.elementsEqual(key.map { Optional($0) })
    }
    let hasRoom = table.schema.columns.count + Self.ownColumns.count <= 2_000
    self.deferred = request.onError == .abort ? nil : deferred
    mayWait = !waits && hasRoom && (request.onError == .abort || deferred != nil)
  }

  var notes: Notes {
    Notes(given: given, firstConflict: firstConflict, conflictingColumns: conflictingColumns)
  }

  /// Restores what earlier records have given, after a rollback of several records. Nil means that
  /// there were no earlier records.
  func restore(_ earlier: Notes?) {
    given = earlier?.given ?? given.emptied
    firstConflict = earlier?.firstConflict
    conflictingColumns = earlier?.conflictingColumns ?? []
  }

  // MARK: - Comparing

  /// Returns whether a record would change the newest version of its row.
  ///
  /// Returns nil if no version is stored, because the row in the table is then the newest version.
  func differs(_ cells: [Cell], statements: RowStatements) throws(DatabaseError) -> Bool? {
    guard try holdsVersions() else { return nil }
    let probe = try versionStatements(statements).probe
    try probe.bind(cells, indexes: statements.columns)
    defer { probe.reset() }
    return try probe.step() ? probe.integer(at: 1) != 0 : nil
  }

  /// Returns the indices of the columns to which an earlier record of this import has given another
  /// value.
  ///
  /// - Parameters:
  ///   - cells: The values of the new record.
  ///   - rowID: The rowid of the row. Nil if the table has no rowids.
  ///   - isStored: Whether the newest version is in the table of versions. If false, the row itself
  ///     is the newest version.
  func conflicts(
    _ cells: [Cell],
    rowID: Int64?,
    isStored: Bool
  ) throws(DatabaseError) -> [Int] {
    guard rowID != nil || key.encode(cells, indexes: table.keyIndexes) else { return [] }
    let earlier = given.columns(rowID: rowID, key: key)
    let columns = cells.indices.filter { column in
      cells[column].hasValue && !table.keyIndexes.contains(column)
        && earlier.contains { $0.contains(column) }
    }
    guard !columns.isEmpty else { return [] }
    let used = columns + table.keyIndexes
    let differences = columns.indices.map { position -> SQL in
      let name: SQL = "\(column: table.column(columns[position]).name)"
      let value = RowStatements.parameter(position)
      return "\(name) IS NOT NULL AND \(value) IS NOT \(name) COLLATE BINARY"
    }
    let query: SQL = """
      SELECT \(differences, separator: ", ") FROM \(isStored ? place : mainPlace)
      WHERE \(RowStatements.key(table, columns: used))
      """
    let statement = try connection.prepare(query.text)
    defer { statement.reset() }
    try statement.bind(cells, indexes: used)
    guard try statement.step() else { return [] }
    return columns.indices.filter { statement.integer(at: $0) != 0 }.map { columns[$0] }
  }

  /// Remembers for which columns a record of this import has values, so that `conflicts` can detect
  /// a later record with other values.
  func noteGiven(_ cells: [Cell], rowID: Int64?) {
    guard notesGiven, rowID != nil || key.encode(cells, indexes: table.keyIndexes) else { return }
    given.insert(ColumnSet(valuedIn: cells), rowID: rowID, key: key)
  }

  func noteConflict(in columns: [Int], at place: InputPlace) {
    conflictingColumns.formUnion(columns)
    if firstConflict == nil { firstConflict = place }
  }

  // MARK: - Storing and writing

  /// Stores a record as the newest version of its row.
  ///
  /// - Throws: The error of SQLite if the row would violate a constraint of its table. In this
  ///   case, nothing is stored.
  func store(_ cells: [Cell], statements: RowStatements) throws(DatabaseError) {
    try create()
    isEmpty = false
    let version = try versionStatements(statements)
    try connection.run("SAVEPOINT stategraph_version")
    do {
      try version.copy.bind(cells, indexes: table.keyIndexes)
      try version.copy.run()
      try version.update?.bind(cells, indexes: statements.columns)
      try version.update?.run()
      if let trial = version.trial { try run(trial, cells: cells) }
    } catch {
      // A constraint with ON CONFLICT ROLLBACK may have ended the transaction and all savepoints.
      if !connection.isAutocommit {
        try connection.run("ROLLBACK TO stategraph_version")
        try connection.run("RELEASE stategraph_version")
      }
      throw error
    }
    try connection.run("RELEASE stategraph_version")
  }

  private func run(_ trial: Statement, cells: [Cell]) throws(DatabaseError) {
    try connection.run("SAVEPOINT stategraph_trial")
    try trial.bind(cells, indexes: table.keyIndexes)
    do {
      try trial.run()
    } catch {
      guard canWait(after: error) else { throw error }
    }
    try connection.run("ROLLBACK TO stategraph_trial")
    try connection.run("RELEASE stategraph_trial")
  }

  /// Writes the stored versions to the rows that differ from them. Returns the number of changed
  /// rows.
  func write() throws(DatabaseError) -> Int {
    guard try holdsVersions() else { return 0 }
    try create()
    try connection.run(Self.writing(table, from: place, onlyDeciding: replaces))
    let count = connection.changedRowCount
    try connection.run("DELETE FROM \(place)")
    isEmpty = true
    return count
  }

  /// Makes the next access create the table of the versions, which the rollback may have removed.
  func didRollBack() { isCreated = false }

  func holdsVersions() throws(DatabaseError) -> Bool {
    if isEmpty == true { return false }
    if isEmpty == nil, try !LeftoverTable(name: name, connection: connection).exists() {
      isEmpty = true
      return false
    }
    try create()
    if let isEmpty { return !isEmpty }
    let none = try connection.firstValue("SELECT 1 FROM \(place) LIMIT 1") == nil
    isEmpty = none
    return !none
  }

  func create() throws(DatabaseError) {
    guard !isCreated else { return }
    let columns = Self.storedColumns(of: table).map { index -> SQL in
      let column = table.column(index)
      let value: SQL = column.defaultSQL.map { " DEFAULT (\(SQL(text: $0)))" } ?? ""
      return "\(column: column.name)\(Self.type(column))\(value)"
    }
    let own = mayWait ? Self.ownColumns.map { "\(column: $0)" as SQL } : []
    try connection.run(
      """
      CREATE TABLE IF NOT EXISTS \(place) (
      \(columns + own, separator: ", "), PRIMARY KEY (\(columns: table.schema.primaryKey))
      ) WITHOUT ROWID
      """
    )
    isCreated = true
  }

  func versionStatements(_ statements: RowStatements) throws(DatabaseError) -> VersionStatements {
    if let known = statements.versions { return known }
    let made = try VersionStatements(
      table,
      columns: statements.columns,
      replaces: statements.replaces,
      storedIn: place,
      keepsRowID: mayWait,
      needsTrial: try mayViolateConstraint(),
      on: connection
    )
    statements.versions = made
    return made
  }

  /// Returns whether SQLite may refuse a row although each value has the type of its column.
  private func mayViolateConstraint() throws(DatabaseError) -> Bool {
    if let mayFail { return mayFail }
    let result =
      try connection.hasTriggers(onTable: table.name)
      || table.schema.sql.uppercased().contains("CHECK")
      || table.schema.columns.contains { $0.generation != .none }
    mayFail = result
    return result
  }

  var place: SQL { isPersistent ? "main.\(table: name)" : "temp.\(table: name)" }
  var mainPlace: SQL { "main.\(table: table.name)" }
}

// MARK: - SQL

extension RowVersions {
  /// The columns that are stored for each version. Generated columns are not among them, because
  /// they cannot be written.
  static func storedColumns(of table: TablePlan) -> [Int] {
    table.schema.columns.indices.filter { table.column($0).generation == .none }
  }

  /// Returns the SQL that writes the stored versions to the rows that differ from them.
  ///
  /// - Parameter onlyDeciding: Whether a row stays unchanged if it differs only in computed
  ///   defaults, such as the current time.
  static func writing(_ table: TablePlan, from place: SQL, onlyDeciding: Bool = false) -> SQL {
    let values = storedColumns(of: table).filter { !RowStatements.isFixed($0, table: table) }
    let assignments = values.map { index -> SQL in
      let name = table.column(index).name
      return "\(column: name) = v.\(column: name)"
    }
    let differences = values.filter { index in
      !onlyDeciding || !(table.column(index).defaultSQL.map(RowStatements.isComputed) ?? false)
    }.map { index -> SQL in
      let name = table.column(index).name
      return "t.\(column: name) IS NOT v.\(column: name) COLLATE BINARY"
    }
    let keys = table.keyIndexes.map { index -> SQL in
      let name = table.column(index).name
      return "t.\(column: name) = v.\(column: name)"
    }
    return """
      UPDATE main.\(table: table.name) AS t SET \(assignments, separator: ", ")
      FROM \(place) AS v WHERE \(keys, separator: " AND ") AND (\(SQL.anyOf(differences)))
      """
  }

  private static func type(_ column: ColumnSchema) -> SQL {
    let type: SQL =
      switch column.affinity {
      case .integer: " INTEGER"
      case .real: " REAL"
      case .numeric: " NUMERIC"
      case .text: " TEXT"
      case .blob: " BLOB"
      }
    switch column.collation {
    case .noCase: return "\(type) COLLATE NOCASE"
    case .rightTrim: return "\(type) COLLATE RTRIM"
    case .binary, .date, .custom: return type
    }
  }

  /// Returns the name of the table that stores the versions of one table.
  ///
  /// The name contains the fingerprint of the request. Only a resumed run of the same import
  /// therefore uses the same table.
  static func name(_ request: ImportRequest, table: Int) -> String { prefix(request) + "\(table)" }

  /// Drops the tables in the database file that store the versions of one import.
  static func removePersistent(
    _ request: ImportRequest,
    on connection: Connection
  ) throws(DatabaseError) {
    try LeftoverTable.dropAll(prefix: prefix(request), on: connection)
  }

  private static func prefix(_ request: ImportRequest) -> String {
    "stategraph_import_versions_\(request.fingerprint)_"
  }
}

extension SQL {
  /// Joins conditions with OR as a balanced tree.
  ///
  /// SQLite limits the depth of an expression to 1,000, but a table may have 2,000 columns.
  static func anyOf(_ conditions: [SQL]) -> SQL {
    guard conditions.count > 8 else {
      return conditions.isEmpty ? "0" : "\(conditions, separator: " OR ")"
    }
    let middle = conditions.count / 2
    return "(\(anyOf(Array(conditions[..<middle])))) OR (\(anyOf(Array(conditions[middle...]))))"
  }
}

extension Connection {
  func hasTriggers(onTable name: String) throws(DatabaseError) -> Bool {
    let count = try firstValue(
      """
      SELECT count(*) FROM main.sqlite_schema
      WHERE type = 'trigger' AND tbl_name = \(name) COLLATE NOCASE
      """
    )
    return count != .integer(0)
  }
}
