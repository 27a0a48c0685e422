import CSQLite
import StateGraphRows

/// Decides whether the schemas that a connection reads are trusted.
///
/// A schema is a program: views, triggers, checks, defaults, indexes and generated columns call
/// functions and read virtual tables. SQLite lets a schema that is not trusted use only functions
/// and modules which declare that they are harmless. Its own JSON functions declare this since
/// version 3.41, and FTS and R-Tree since 3.44, so that with an older version a sound file seems to
/// be damaged.
///
/// The decision therefore concerns the connection and not the file: a schema is trusted if the
/// connection has nothing that a schema could misuse. This is the case if each function declares
/// that it is harmless, or is never available to a schema (`SQLITE_DIRECTONLY`), or is in the list
/// below. If a program or an extension has added any other function or module, schemas are not
/// trusted on that connection.
enum SchemaTrust {
  /// Functions of SQLite that are harmless, although they do not declare it in all versions since
  /// 3.37. They compute a value from their arguments, or read a search table or an R-Tree.
  private static let harmlessFunctions: Set<ByteText> = [
    "->", "->>", "json", "json_array", "json_array_length", "json_extract", "json_group_array",
    "json_group_object", "json_insert", "json_object", "json_patch", "json_quote", "json_remove",
    "json_replace", "json_set", "json_type", "json_valid",
    "bm25", "fts5", "fts5_get_locale", "fts5_insttoken", "fts5_locale", "fts5_source_id",
    "highlight", "match", "matchinfo", "offsets", "optimize", "snippet",
    "rtreecheck", "rtreedepth", "rtreenode",
    "median", "percentile", "percentile_cont", "percentile_disc",
  ]

  /// Modules of SQLite that read and write only the file, and this library's own module, which no
  /// schema can use. The modules with the prefix `pragma_` only read.
  private static let harmlessModules: Set<ByteText> = [
    "bytecode", "carray", "dbstat", "fts3", "fts3tokenize", "fts4", "fts4aux", "fts5", "fts5vocab",
    "generate_series", "geopoly", "json_each", "json_tree", "jsonb_each", "jsonb_tree", "rtree",
    "rtree_i32", "sqlite_dbpage", "sqlite_stmt", "stategraph_list", "tables_used",
  ]

  /// Makes the connection trust its schemas, or not. Call it before the connection reads a file,
  /// and after the last function was registered.
  static func decide(on handle: OpaquePointer) {
    let isTrusted = hasOnlyHarmless(handle)
    _ = csqlite_db_config_int(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, isTrusted ? 1 : 0)
  }

  private static func hasOnlyHarmless(_ handle: OpaquePointer) -> Bool {
    let declared = Int64(SQLITE_INNOCUOUS | SQLITE_DIRECTONLY)
    let (nameColumn, flagsColumn): (Int32, Int32) = (0, 5)
    // Both pragmas read no file.
    return allRows("PRAGMA function_list", on: handle) { row in
      sqlite3_column_int64(row, flagsColumn) & declared != 0
        || harmlessFunctions.contains(name(row, column: nameColumn))
    }
      && allRows("PRAGMA module_list", on: handle) { row in
        let name = name(row, column: nameColumn)
        return harmlessModules.contains(name) || name.string.hasPrefix("pragma_")
      }
  }

  /// Returns whether the statement has rows, and `condition` holds for each of them.
  private static func allRows(
    _ sql: String,
    on handle: OpaquePointer,
    condition: (OpaquePointer) -> Bool
  ) -> Bool {
    var statement: OpaquePointer?
    defer { sqlite3_finalize(statement) }
    guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK, let statement else {
      return false
    }
    var count = 0
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW where condition(statement): count += 1
      case SQLITE_DONE: return count > 0
      default: return false
      }
    }
  }

  private static func name(_ row: OpaquePointer, column: Int32) -> ByteText {
    ByteText(foldingCaseOf: sqlite3_column_text(row, column).map { String(cString: $0) } ?? "")
  }
}
