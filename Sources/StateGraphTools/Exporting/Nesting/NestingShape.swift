import StateGraphImport
import StateGraphSQLite

/// The members of a record in a nested export.
///
/// They are the columns of the record, the rows that it refers to, and the rows that refer to it.
/// Nested records have shapes of their own, so the shapes form a tree.
final class NestingShape {
  let table: TablePlan
  /// The indexes of the table columns that the export reads.
  ///
  /// Members refer to a column by its index in this array, which is also its index in the SQL
  /// result.
  let columns: [Int]
  let members: [Member]

  init(table: TablePlan, columns: [Int], members: [Member]) {
    self.table = table
    self.columns = columns
    self.members = members
  }

  enum Member {
    /// A plain value. `at` is the index of the value in `columns`.
    case value(JSONKey, at: Int)
    /// The row that a foreign key refers to.
    ///
    /// If that row does not exist, the value of the foreign key is written under the name `bare`.
    case reference(JSONKey, bare: JSONKey, at: Int, Lookup)
    /// An array of the rows whose foreign keys refer to this record.
    case children(JSONKey, Lookup)
    /// An array of the rows that a join table links to this record, in the order of the links.
    case links(JSONKey, Links)
  }

  /// An SQL statement that finds the rows to nest in the current record.
  struct Lookup {
    let shape: NestingShape
    let sql: SQL
    /// The index in the `columns` of the enclosing record for each parameter of the statement.
    let parameters: [Int]
  }

  struct Links {
    let elements: Lookup
    /// SQL that returns one row with two values: the number of links, and whether an array
    /// represents them exactly.
    let regularity: SQL
    /// The member name for the rows of the join table.
    ///
    /// These rows are written instead of the array if the array would not represent the links
    /// exactly.
    let rowsKey: JSONKey
    let rows: Lookup
  }
}
