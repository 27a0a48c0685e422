/// The effects of setting a pragma (<https://sqlite.org/pragma.html>).
enum Pragma {
  /// Pragmas that only read even where they are given a value, or that set something on which no
  /// promise of the library depends.
  private static let harmless: Set<String> = [
    "analysis_limit", "cache_size", "defer_foreign_keys", "foreign_key_check", "foreign_key_list",
    "function_list", "incremental_vacuum", "index_info", "index_list", "index_xinfo",
    "integrity_check", "optimize", "quick_check", "table_info", "table_list", "table_xinfo",
    "user_version",
  ]

  /// A pragma that is not known to be harmless counts as a setting. A new pragma of a later SQLite
  /// is therefore refused.
  static func effects(ofSetting name: String) -> StatementEffects {
    let name = name.lowercased()
    if harmless.contains(name) { return [] }
    return name == "foreign_keys" ? .foreignKeySwitch : .setting
  }
}

extension StatementEffects {
  /// The statement changes a setting on which promises of the library depend: `journal_mode`,
  /// `synchronous`, `locking_mode`, `query_only`, `writable_schema` and the like.
  package static let setting = StatementEffects(rawValue: 1 << 6)
  /// `PRAGMA foreign_keys = …`. A migration may contain it, because it does nothing inside a
  /// transaction.
  package static let foreignKeySwitch = StatementEffects(rawValue: 1 << 7)
}
