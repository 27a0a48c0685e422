import StateGraphLive
import StateGraphSQLite

/// The location of a cell, which is the value of one column in one row.
///
/// The address consists of the table, the row's key and the column. Two addresses are equal if
/// their bytes are equal.
struct CellAddress: Sendable {
  let table: String
  let column: String
  let id: SQLiteValue
  /// Whether the cell is a setting, which is a value under a key in the table
  /// `stategraph_settings`.
  ///
  /// The first assignment to a setting inserts its row. The first assignment to any setting also
  /// creates the table.
  let isSetting: Bool

  static func setting(_ key: String) -> CellAddress {
    CellAddress(table: settingsTable, column: "value", id: .text(key), isSetting: true)
  }

  static let settingsTable = "stategraph_settings"

  /// The statement that creates the table of all settings.
  ///
  /// A column of type ANY in a STRICT table stores each value as it was bound. The text '1' stays
  /// text, and the integer 1 stays an integer.
  static let settingsDefinition: SQL = """
    CREATE TABLE stategraph_settings (key TEXT PRIMARY KEY NOT NULL, value ANY)
    STRICT, WITHOUT ROWID
    """

  /// The cell's name in commit reports, such as `setting theme` or `users.name`.
  ///
  /// The name of a table's cell omits the row's key, because reports contain no values of rows.
  var name: String {
    if isSetting, case .text(let key) = id { return "setting \(key)" }
    return "\(table).\(column)"
  }

  private var parts: [SQLiteValue] { [.text(table), .text(column), id] }
}

extension CellAddress: Hashable {
  static func == (left: CellAddress, right: CellAddress) -> Bool {
    left.parts == right.parts && left.isSetting == right.isSetting
  }

  func hash(into hasher: inout Hasher) { hasher.combine(parts) }
}

/// The SQL statements that read and write one cell (one column of one row).
struct CellLayout: Sendable {
  let address: CellAddress
  let table: TableSchema
  private let keyColumn: String
  private let column: String

  /// Creates the statements for a cell of `table`.
  ///
  /// - Throws: `.schemaMismatch` if the table or the column does not exist, or if the primary key
  ///   has several columns.
  init(_ address: CellAddress, table: TableSchema?) throws(DatabaseError) {
    guard let table else {
      throw CellLayout.mismatch("The file has no table \(address.table).")
    }
    guard table.primaryKey.count == 1 else {
      throw CellLayout.mismatch(
        "The primary key of the table \(address.table) is not one column, which a cell needs."
      )
    }
    guard let column = table.column(address.column)?.name else {
      throw CellLayout.mismatch("The table \(address.table) has no column \(address.column).")
    }
    self.address = address
    self.table = table
    self.column = column
    keyColumn = table.primaryKey[0]
  }

  private static func mismatch(_ message: String) -> DatabaseError {
    DatabaseError(
      .schemaMismatch,
      message,
      remedy: "Apply the migrations, or use another cell."
    )
  }

  /// The template (the table, its key column and the watched column) with which the router finds
  /// this cell after a commit.
  ///
  /// The router finds the cell after each commit that changes this column in the row with this key.
  var template: RouteTemplate {
    RouteTemplate(table: table.name, matchColumns: [keyColumn], watchedColumns: [column])
  }

  var selection: SQL {
    """
    SELECT \(column: column) FROM \(table: table.name) WHERE \(column: keyColumn) = \(address.id)
    """
  }

  func assignment(of value: SQLiteValue) -> SQL {
    guard address.isSetting else {
      return """
        UPDATE \(table: table.name) SET \(column: column) = \(value)
        WHERE \(column: keyColumn) = \(address.id)
        """
    }
    return """
      INSERT INTO \(table: table.name) (\(column: keyColumn), \(column: column))
      VALUES (\(address.id), \(value))
      ON CONFLICT (\(column: keyColumn))
      DO UPDATE SET \(column: column) = excluded.\(column: column)
      """
  }
}
