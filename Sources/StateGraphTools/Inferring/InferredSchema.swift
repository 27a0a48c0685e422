import StateGraphFormats
import StateGraphSQLite

/// The tables that ``SchemaInference`` finds for the records of inputs, as SQL and as a list.
public struct InferredSchema: Sendable {
  /// The name, the columns and the primary key of an inferred table.
  public struct Table: Sendable {
    /// The name of the table, which comes from the name of an input file or of a JSON member.
    public let name: String
    /// The names of the columns in the order in which the table declares them.
    public let columns: [String]
    /// The names of the primary key columns, in the order of the key.
    public let primaryKey: [String]
    /// The reason for the primary key, as a clause without a full stop.
    public let keyReason: String
    /// The number of input records that become rows of the table. Records that are nested in others
    /// count too.
    public let records: Int
  }

  /// The SQL that creates all tables. Comments in the SQL give the reason for each decision.
  public let sql: String
  /// The tables in the order in which the SQL creates them. If possible, a referenced table comes
  /// before the tables that refer to it.
  public let tables: [Table]
  /// One element for each problem that an import of these inputs will have, as a sentence without a
  /// full stop.
  public let warnings: [String]
}

/// The tables that an inference has found up to now, in the order in which it found them.
final class InferredTables {
  private(set) var all: [InferredTable] = []

  func named(_ name: String) -> InferredTable? { all.first { $0.name.isSameName(as: name) } }

  /// Returns the table with this name. Adds an empty table if there is none.
  func table(_ name: String) -> InferredTable {
    if let known = named(name) { return known }
    let table = InferredTable(name)
    all.append(table)
    return table
  }

  /// Returns the name for a column that refers to a key of `table`. Examples are `book_id` for the
  /// key `id` of `books`, and `country_code` for the key `code` of `countries`. For a table of
  /// plain values, such as `tags`, it is the singular `tag`.
  static func referring(to key: String, of table: InferredTable) -> String {
    if table.isOfValues { return table.singular }
    return key.hasPrefix(table.singular + "_") ? key : table.singular + "_" + key
  }
}
