import StateGraphImport
import StateGraphSQLite

/// The members of a record of a nested export: its columns, the rows that it refers to, and the
/// rows that refer to it. Shapes form a tree.
final class NestingShape {
  let table: TablePlan
  /// The columns that the export reads. Members refer to them by their index in this array.
  let columns: [Int]
  let members: [Member]

  init(table: TablePlan, columns: [Int], members: [Member]) {
    self.table = table
    self.columns = columns
    self.members = members
  }

  enum Member {
    /// A value of the column at an index of `columns`.
    case value(JSONKey, at: Int)
    /// The row that a foreign key refers to, or the bare key if there is no such row.
    case reference(JSONKey, bare: JSONKey, at: Int, Lookup)
    /// The rows whose foreign key refers to this record.
    case children(JSONKey, Lookup)
    /// The rows that a join table links to this record, in order.
    case links(JSONKey, Links)
  }

  /// A statement that finds rows from the values of the current row.
  struct Lookup {
    let shape: NestingShape
    let sql: SQL
    /// The indexes in `columns` of the values for the parameters of the statement.
    let parameters: [Int]
  }

  struct Links {
    let elements: Lookup
    /// SQL for one row: the number of links, and whether an array represents them exactly.
    let regularity: SQL
    /// The member for the rows of the join table, which is written if an array would not be exact.
    let rowsKey: JSONKey
    let rows: Lookup
  }
}
