/// What setting a pragma (<https://sqlite.org/pragma.html>) does to the promises of a connection.
enum Pragma {
  /// With a value these only read, or change what nothing here depends on.
  private static let harmless: Set<String> = [
    "analysis_limit", "cache_size", "defer_foreign_keys", "foreign_key_check", "foreign_key_list",
    "function_list", "incremental_vacuum", "index_info", "index_list", "index_xinfo",
    "integrity_check", "optimize", "quick_check", "table_info", "table_list", "table_xinfo",
    "user_version",
  ]

  /// Any other is refused, so that one of a later SQLite is not let through unseen.
  static func effects(ofSetting name: String) -> StatementEffects {
    let name = name.lowercased()
    if harmless.contains(name) { return [] }
    return name == "foreign_keys" ? .foreignKeySwitch : .setting
  }
}

extension StatementEffects {
  /// Changes a setting that the library's promises rest on: `journal_mode`, `synchronous`,
  /// `locking_mode`, `query_only`, `writable_schema` and the like.
  package static let setting = StatementEffects(rawValue: 1 << 6)
  /// `PRAGMA foreign_keys = …`: does nothing inside a transaction, so a migration may say it.
  package static let foreignKeySwitch = StatementEffects(rawValue: 1 << 7)
}

extension DatabaseError {
  static func refusedSetting(_ sql: String) -> DatabaseError {
    DatabaseError(
      .misuse,
      "A setting of the connection cannot be changed by a statement: "
        + "durability, references and isolation rest on it.",
      remedy: "Choose it in Database.Configuration; reading it is fine.",
      sql: sql
    )
  }
}
