import StateGraphImport
import StateGraphSQLite

/// Describes the members of the JSON records that a nested export writes for one table.
///
/// A member is a column, a referenced row, or an array of rows that refer to the record. Each
/// nested record has a `NestingShape` of its own, so the shapes form a tree.
final class NestingShape {
  let table: TablePlan
  /// The index of the table in the import plan, which lists all tables of the database.
  let tableIndex: Int
  /// The indices in `columns` of the primary key's columns, or nil if the records contain only
  /// their keys, because other records contain the complete rows.
  let keyPlaces: [Int]?
  /// The indices of the table's columns that the export reads, in the order of the columns in the
  /// SQL result.
  let columns: [Int]
  let members: [Member]

  /// Creates the description of the records of one table.
  ///
  /// - Parameter isWhole: Whether the records contain all values of their rows. If false, the
  ///   records contain only their keys.
  init(table: TablePlan, index: Int, columns: [Int], members: [Member], isWhole: Bool = true) {
    self.table = table
    tableIndex = index
    keyPlaces = isWhole ? table.keyIndexes.compactMap { columns.firstIndex(of: $0) } : nil
    self.columns = columns
    self.members = members
  }

  enum Member {
    /// The value of a column. `at` is the index of the column in `columns`.
    case value(JSONKey, at: Int)
    /// The row to which a foreign key refers, as a nested record. If the row does not exist, the
    /// value of the foreign key is written instead, under the name `bare`. `at` is the index of the
    /// foreign key's column in `columns`.
    case reference(JSONKey, bare: JSONKey, at: Int, Lookup)
    /// An array of the rows whose foreign keys refer to the record.
    case children(JSONKey, Lookup)
    /// An array of the rows that a join table connects to the record, in the order of the join
    /// table's rows.
    case links(JSONKey, Links)
  }

  /// An SQL statement that finds the rows to nest in a record, and the shape with which they are
  /// written.
  struct Lookup {
    let shape: NestingShape
    let sql: SQL
    /// One element for each parameter of the statement: the index of the column that supplies its
    /// value, in the property `columns` of the enclosing record's shape.
    let parameters: [Int]
  }

  struct Links {
    let elements: Lookup
    /// An SQL query that returns one row with two values for the current record. The first value is
    /// the number of its rows in the join table. The second value is 1 if an array can represent
    /// these rows exactly.
    let regularity: SQL
    /// The member name for the rows of the join table. The export writes these rows if an array of
    /// the connected rows cannot represent them exactly.
    let rowsKey: JSONKey
    let rows: Lookup
    /// The index of the join table in the import plan, which lists all tables of the database.
    let joinTable: Int
  }
}
