import StateGraphFormats
import StateGraphSQLite
import StateGraphTools

/// A set of rows of one table that an extraction has taken. A temporary table holds their keys.
///
/// Each row gets a number when it is added, and later rows get larger numbers. A step that
/// remembers the last number which it followed therefore finds the rows that are new since then.
struct TakenRows {
  /// The columns that identify a row: the rowid, or the primary key of a table without a rowid.
  let key: [SQL]
  let table: TableSchema
  /// The name of the temporary table that holds the keys.
  private let name: String
  private let connection: Connection

  /// Creates an empty set, and its temporary table.
  ///
  /// - Parameters:
  ///   - table: The table of the rows.
  ///   - name: A name that no other temporary table has.
  init(of table: TableSchema, name: String, on connection: Connection) throws {
    self.table = table
    self.name = name
    self.connection = connection
    var columns: [SQL] = []
    if table.hasRowID, let rowID = table.rowIDName {
      key = ["\(column: rowID)"]
      columns = ["k0 INTEGER"]
    } else {
      guard !table.primaryKey.isEmpty else {
        throw InspectionError(
          .unrepresentable,
          "the rows of \(printable(table.name)) have no key that SQL can read",
          remedy: "Give the table a primary key with a migration"
        )
      }
      key = table.primaryKey.map { "\(column: $0)" }
      columns = table.primaryKey.enumerated().map { index, column in
        Self.definition("k\(index)", like: table.column(column))
      }
    }
    let keys = key.indices.map { "k\($0)" as String }
    try connection.run(
      """
      CREATE TEMP TABLE \(table: name) (
        n INTEGER PRIMARY KEY, \(columns, separator: ", "), UNIQUE (\(columns: keys))
      )
      """
    )
  }

  /// Returns the definition of a column of a temporary table that stores and compares values as
  /// `column` does. If `column` is nil, the new column stores all values unchanged.
  static func definition(_ name: String, like column: ColumnSchema?) -> SQL {
    let type: SQL =
      switch column?.affinity ?? .blob {
      case .integer: "INTEGER"
      case .real: "REAL"
      case .numeric: "NUMERIC"
      case .text: "TEXT"
      case .blob: "BLOB"
      }
    let collation = column?.collation.name.map { " COLLATE \(column: $0)" as SQL } ?? ""
    return "\(column: name) \(type)\(collation)"
  }

  /// Returns the number of the row that was added last, or zero if the set is empty.
  func lastNumber() throws(DatabaseError) -> Int64 {
    let value = try connection.firstValue("SELECT max(n) FROM temp.\(table: name)")
    guard case .integer(let number)? = value else { return 0 }
    return number
  }

  /// The temporary table as a part of a FROM clause, under the name `r`.
  var source: SQL { "temp.\(table: name) AS r" }

  /// Returns a part of a FROM clause that joins the temporary table `r` with the table itself, so
  /// that a statement reads all columns of the rows of the set.
  func joined(as alias: SQL) -> SQL {
    let matches = key.enumerated().map { index, column in
      "\(alias).\(column) = r.\(column: "k\(index)")" as SQL
    }
    return """
      \(source) CROSS JOIN main.\(table: table.name) AS \(alias) \
      ON \(matches, separator: " AND ")
      """
  }

  /// Returns the columns that identify a row, separated by commas, each with `alias` before its
  /// name.
  func qualifiedKey(_ alias: SQL) -> SQL {
    key.map { "\(alias).\($0)" as SQL }.joined(separator: ", ")
  }

  /// Adds the rows whose keys a SELECT returns. A row that the set contains keeps its number.
  func insert(_ select: SQL) throws(DatabaseError) {
    try connection.run("INSERT OR IGNORE INTO temp.\(table: name) (\(keyList)) \(select)")
  }

  /// Adds the rows of `other`, a set of rows of the same table, whose number is above `number`.
  func insert(_ other: TakenRows, after number: Int64) throws(DatabaseError) {
    try insert("SELECT \(keyList) FROM \(other.source) WHERE r.n > \(number) ORDER BY r.n")
  }

  /// Prepares a statement that adds one row. The caller binds the key of the row to its parameters.
  func insertion() throws(DatabaseError) -> Statement {
    let places = [SQL](repeating: "?", count: key.count)
    let sql: SQL = """
      INSERT OR IGNORE INTO temp.\(table: name) (\(keyList)) VALUES (\(places, separator: ", "))
      """
    return try connection.prepare(sql.text)
  }

  private var keyList: SQL {
    key.indices.map { "\(column: "k\($0)")" as SQL }.joined(separator: ", ")
  }
}
