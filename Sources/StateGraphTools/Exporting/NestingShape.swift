import StateGraphImport
import StateGraphSQLite

/// What a record of a nested export holds: its own columns, the rows it refers to, and the rows
/// that refer to it. A tree, one for each table at the top.
final class NestingShape {
  let table: TablePlan
  /// The columns that the export reads, and by whose place in this list it finds them again.
  let columns: [Int]
  let members: [Member]

  init(table: TablePlan, columns: [Int], members: [Member]) {
    self.table = table
    self.columns = columns
    self.members = members
  }

  enum Member {
    /// A value, by its place in `columns`.
    case value(JSONKey, at: Int)
    /// The row that a foreign key refers to, or the key itself where there is no such row.
    case reference(JSONKey, bare: JSONKey, at: Int, Lookup)
    /// The rows whose foreign key leads here.
    case children(JSONKey, Lookup)
    /// The rows that a join table ties to this one, in their order.
    case links(JSONKey, Links)
  }

  /// How to find rows from the row that the export stands on.
  struct Lookup {
    let shape: NestingShape
    let sql: SQL
    /// The places of the values that the statement's parameters take.
    let parameters: [Int]
  }

  struct Links {
    let elements: Lookup
    /// One row: how many links there are, and whether an array would be read back as the same.
    let regularity: SQL
    /// The rows of the join table itself, for where it would not.
    let rowsKey: JSONKey
    let rows: Lookup
  }
}
