import StateGraphImport
import StateGraphSQLite

/// The members of a record in a nested export.
///
/// A member is a column, a referenced row, or an array of rows that refer to the record. Each kind
/// of nested record has its own `NestingShape`, so the shapes form a tree.
final class NestingShape {
  let table: TablePlan
  /// The index of the table in the import plan.
  let tableIndex: Int
  /// The positions of the primary key's columns in `columns`.
  ///
  /// Nil if the nested records contain only their keys, because another record contains the rows.
  let keyPlaces: [Int]?
  /// The indices of the table columns that the export reads.
  ///
  /// The SQL result has the columns in the same order.
  let columns: [Int]
  let members: [Member]

  /// Creates the shape of the records of one table.
  ///
  /// - Parameter isWhole: Whether the records contain all values of their rows. If false, they
  ///   contain only their keys.
  init(table: TablePlan, index: Int, columns: [Int], members: [Member], isWhole: Bool = true) {
    self.table = table
    tableIndex = index
    keyPlaces = isWhole ? table.keyIndexes.compactMap { columns.firstIndex(of: $0) } : nil
    self.columns = columns
    self.members = members
  }

  enum Member {
    /// The value of a column. `at` is the position of the column in `columns`.
    case value(JSONKey, at: Int)
    /// The row to which a foreign key refers.
    ///
    /// If the row does not exist, the value of the foreign key is written under the name `bare`.
    case reference(JSONKey, bare: JSONKey, at: Int, Lookup)
    /// An array of the rows whose foreign keys refer to this record.
    case children(JSONKey, Lookup)
    /// An array of the rows that a join table connects to this record.
    ///
    /// The array has the same order as the rows of the join table.
    case links(JSONKey, Links)
  }

  /// An SQL statement that finds the rows to nest in the current record.
  struct Lookup {
    let shape: NestingShape
    let sql: SQL
    /// The columns of the enclosing record that supply the parameters of the statement.
    ///
    /// Each element is an index in the property `columns` of the enclosing record's shape.
    let parameters: [Int]
  }

  struct Links {
    let elements: Lookup
    /// An SQL query that returns one row with two values.
    ///
    /// The first value is the number of rows in the join table for the current record. The second
    /// value is 1 if an array can represent these rows exactly.
    let regularity: SQL
    /// The member name under which the rows of the join table are written, if an array cannot
    /// represent them exactly.
    let rowsKey: JSONKey
    let rows: Lookup
    /// The index of the join table in the import plan.
    let joinTable: Int
  }
}
