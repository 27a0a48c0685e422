/// The result of an inference.
public struct InferredSchema: Sendable {
  /// An inferred table.
  public struct Table: Sendable {
    /// The name of the table.
    public let name: String
    /// The names of the columns, in order.
    public let columns: [String]
    /// The columns of the primary key, in key order.
    public let primaryKey: [String]
    /// The number of records of the inputs for the table, including nested records.
    public let records: Int
  }

  /// The statements of a migration that creates the tables.
  public let sql: String
  /// The tables in the order of creation: referenced tables first.
  public let tables: [Table]
  /// Problems that the importer will have with the inputs, as sentences without a full stop.
  public let warnings: [String]
}
