/// Which tables of a file are replicated.
public enum ReplicationTables: Sendable {
  /// All tables that can be replicated: ordinary tables with a primary key that SQLite does not
  /// number by itself.
  case all
  /// These tables.
  case named([String])
}

/// What the server does with a local change of a row that another machine has changed since.
///
/// Without a rule for a table, the last change of a column to arrive wins.
public struct ReplicationConflicts: Sendable {
  /// What happens to the write.
  public enum Rule: Hashable, Sendable {
    /// The server refuses the write if another machine has changed the same columns of the row
    /// since. No change of the table is lost.
    case refuseIfChanged
  }

  let table: String
  let rule: Rule

  /// The rule for a table.
  public static func table(_ name: String, _ rule: Rule) -> ReplicationConflicts {
    ReplicationConflicts(table: name, rule: rule)
  }
}
