import StateGraphFormats
import StateGraphSQLite

/// The prepared statements that store versions of rows, for records with values for exactly the
/// same columns.
///
/// A version is a copy of a row, which the import writes to the row's table after the last record.
///
/// Parameter `n` of `insert`, `probe` and `update` is the value of the `n`th column of the records.
/// Parameter `n` of `copy` and `trial` is the value of the `n`th column of the primary key.
struct VersionStatements {
  /// Copies the row of the record from its table to the table of versions, unless a version of the
  /// row is already stored.
  let copy: Statement
  /// Stores a record whose key the table does not contain.
  let insert: Statement
  /// A query that returns one row if a version is stored.
  ///
  /// The second result column is nonzero if the record would change the version.
  let probe: Statement
  /// Writes the values of the record to the stored version. Nil if the record has only its key.
  let update: Statement?
  /// Writes the stored version of one row to its table. Nil if this cannot fail.
  ///
  /// The import runs this statement to find a version that violates a constraint, and then rolls it
  /// back.
  let trial: Statement?

  init(
    _ table: TablePlan,
    columns: [Int],
    replaces: Bool,
    storedIn place: SQL,
    keepsRowID: Bool,
    needsTrial: Bool,
    on connection: Connection
  ) throws(DatabaseError) {
    let names = RowVersions.storedColumns(of: table).map { table.column($0).name }
    let key = RowStatements.key(table, columns: table.keyIndexes)
    let rowIDName = keepsRowID ? table.rowIDName : nil
    let (target, source): (SQL, SQL) =
      rowIDName.map { (", stategraph_rowid", ", \(SQL(text: $0))") } ?? ("", "")
    let copy: SQL = """
      INSERT INTO \(place) (\(columns: names)\(target))
      SELECT \(columns: names)\(source) FROM main.\(table: table.name) WHERE \(key)
      ON CONFLICT DO NOTHING
      """
    self.copy = try connection.prepare(copy.text)
    let given = columns.map { table.column($0).name }
    let values = columns.indices.map { RowStatements.parameter($0) }
    let insert: SQL = """
      INSERT INTO \(place) (\(columns: given)) VALUES (\(values, separator: ", "))
      """
    self.insert = try connection.prepare(insert.text)
    let updates = RowStatements.updates(table, columns: columns, replaces: replaces)
    probe = try connection.prepare(
      RowStatements.probe(table, columns: columns, updates: updates, in: place, rowIDName: nil)
    )
    update =
      updates.isEmpty
      ? nil
      : try connection.prepare(
        RowStatements.update(table, columns: columns, updates: updates, in: place)
      )
    guard needsTrial else {
      trial = nil
      return
    }
    let only = table.keyIndexes.indices.map {
      "v.\(column: table.schema.primaryKey[$0]) = \(RowStatements.parameter($0))" as SQL
    }
    let trial: SQL =
      "\(RowVersions.writing(table, from: place)) AND \(only, separator: " AND ")"
    self.trial = try connection.prepare(trial.text)
  }
}
