/// The tables that were inferred from the inputs, as an SQL migration and as a list.
public struct InferredSchema: Sendable {
  /// The name, columns and primary key of an inferred table, without their SQL.
  public struct Table: Sendable {
    /// The name of the table, which comes from the name of an input file or of a JSON member.
    public let name: String
    /// The names of the columns in the order in which the table declares them.
    public let columns: [String]
    /// The names of the primary key columns, in the order of the key.
    public let primaryKey: [String]
    /// The number of input records that become rows of this table, including nested records.
    public let records: Int
  }

  /// The SQL of a migration that creates the tables. Its comments contain the reasons for each
  /// decision.
  public let sql: String
  /// The tables in the order of creation. A referenced table comes before a referring table if
  /// possible.
  public let tables: [Table]
  /// The problems that an import of these inputs will have, as sentences without a full stop.
  public let warnings: [String]
}
