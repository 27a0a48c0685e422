/// The tables that were inferred from inputs, as SQL and as a list.
public struct InferredSchema: Sendable {
  /// An inferred table.
  public struct Table: Sendable {
    /// The name of the table.
    public let name: String
    /// The names of the columns, in order.
    public let columns: [String]
    /// The columns of the primary key, in key order.
    public let primaryKey: [String]
    /// The number of input records that become rows of this table. Nested records are included.
    public let records: Int
  }

  /// The SQL of a migration that creates the tables.
  public let sql: String
  /// The tables in the order of creation: referenced tables first.
  public let tables: [Table]
  /// Problems that an import of these inputs will have, as sentences without a full stop.
  public let warnings: [String]
}
