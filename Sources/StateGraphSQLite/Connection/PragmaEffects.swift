/// Determines the effects that a pragma has when it is given a value
/// (<https://sqlite.org/pragma.html>).
enum PragmaEffects {
  /// The names of the pragmas that are allowed even if they are given a value. These pragmas only
  /// read, or they change a setting on which the library does not depend.
  private static let harmless: Set<ByteText> = [
    "analysis_limit", "cache_size", "defer_foreign_keys", "foreign_key_check", "foreign_key_list",
    "function_list", "incremental_vacuum", "index_info", "index_list", "index_xinfo",
    "integrity_check", "optimize", "quick_check", "table_info", "table_list", "table_xinfo",
    "user_version",
  ]

  /// Returns the effects of setting the pragma `name`.
  ///
  /// A pragma that is not in `harmless` counts as a change of a setting. Unknown pragmas of later
  /// SQLite versions are therefore refused.
  static func effects(ofSetting name: String) -> StatementEffects {
    let name = ByteText(foldingCaseOf: name)
    if harmless.contains(name) { return [] }
    return name == "foreign_keys" ? .foreignKeySwitch : .setting
  }
}

extension StatementEffects {
  /// The statement changes a setting on which the library depends.
  ///
  /// Examples are `journal_mode`, `synchronous`, `locking_mode`, `query_only` and
  /// `writable_schema`.
  package static let setting = StatementEffects(rawValue: 1 << 6)
  /// The statement is `PRAGMA foreign_keys = …`.
  ///
  /// A migration may contain this statement, because SQLite ignores it inside a transaction.
  package static let foreignKeySwitch = StatementEffects(rawValue: 1 << 7)
}
