/// Which tables of a file are replicated.
public enum ReplicationTables: Sendable {
  /// All tables that can be replicated: ordinary tables with a primary key that SQLite does not
  /// number by itself.
  case all
  /// These tables.
  case named([String])
}
