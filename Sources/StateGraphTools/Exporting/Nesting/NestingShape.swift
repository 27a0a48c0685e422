import StateGraphImport
import StateGraphSQLite

/// The members of a record in a nested export.
///
/// A member is a column, a referenced row, or an array of rows that refer to the record. Nested
/// records have their own shapes, so the shapes form a tree.
final class NestingShape {
  let table: TablePlan
  /// The index of the table in the import plan.
  let tableIndex: Int
  /// The positions of the primary key's columns in `columns`.
  ///
  /// Nil if the records contain only their keys, because the export has the rows elsewhere.
  let keyPlaces: [Int]?
  /// The indexes of the table columns that the export reads.
  ///
  /// The order of this array is also the order of the columns in the SQL result.
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
    /// The row that a foreign key refers to.
    ///
    /// If the row does not exist, the foreign key value is written under the name `bare`.
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
    /// Each number is an index into the `columns` of the enclosing shape.
    let parameters: [Int]
  }

  struct Links {
    let elements: Lookup
    /// SQL that returns one row with two values.
    ///
    /// The first value is the number of rows in the join table for this record. The second value
    /// tells whether an array can represent these rows exactly.
    let regularity: SQL
    /// The member name under which the rows of the join table are written.
    ///
    /// The export uses this name only if an array cannot represent the rows exactly.
    let rowsKey: JSONKey
    let rows: Lookup
    /// The index of the join table in the import plan.
    let joinTable: Int
  }
}
