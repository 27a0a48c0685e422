/// The tables that were inferred from the inputs, as SQL and as a list.
public struct InferredSchema: Sendable {
  /// The name, columns and primary key of an inferred table, without their SQL.
  public struct Table: Sendable {
    /// The name of the table. The name of an input file or of a JSON member determines it.
    public let name: String
    /// The names of the columns in the order in which the table declares them.
    public let columns: [String]
    /// The names of the primary key columns, in the order of the key.
    public let primaryKey: [String]
    /// The number of input records that become rows of this table. Nested records count too.
    public let records: Int
  }

  /// The SQL that creates the tables. Comments in the SQL give the reason for each decision.
  public let sql: String
  /// The tables in the order of creation.
  ///
  /// If possible, a referenced table comes before the tables that refer to it.
  public let tables: [Table]
  /// Problems that an import of these inputs will have. Each text is a sentence without a full
  /// stop.
  public let warnings: [String]
}
