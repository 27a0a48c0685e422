import StateGraphImport
import StateGraphSQLite

/// The members of a record in a nested export: its columns, the rows that it refers to, and the
/// rows that refer to it. The shapes of nested records form a tree.
final class NestingShape {
  let table: TablePlan
  /// The indexes of the table columns that the export reads. Members refer to a column by its index
  /// in this array.
  let columns: [Int]
  let members: [Member]

  init(table: TablePlan, columns: [Int], members: [Member]) {
    self.table = table
    self.columns = columns
    self.members = members
  }

  enum Member {
    /// A plain value. `at` is the index of its column in `columns`.
    case value(JSONKey, at: Int)
    /// The row that a foreign key refers to. If there is no such row, the key itself is written
    /// under the name `bare`.
    case reference(JSONKey, bare: JSONKey, at: Int, Lookup)
    /// An array of the rows whose foreign key refers to this record.
    case children(JSONKey, Lookup)
    /// An array of the rows that a join table links to this record, in order.
    case links(JSONKey, Links)
  }

  /// An SQL statement that finds the rows to nest in the current row.
  struct Lookup {
    let shape: NestingShape
    let sql: SQL
    /// For each parameter of the statement: the index in `columns` of the value to bind.
    let parameters: [Int]
  }

  struct Links {
    let elements: Lookup
    /// SQL that returns one row: the number of links, and whether an array represents them exactly.
    let regularity: SQL
    /// The name under which the rows of the join table are written if an array would not represent
    /// them exactly.
    let rowsKey: JSONKey
    let rows: Lookup
  }
}
