import Testing

/// The library builds and links with SQLite 3.37, which Ubuntu 22.04 has. A call of a newer function
/// would be an undefined symbol there. `CSQLite/shim.h` may call it, if it checks the version.
@Suite struct SQLiteVersionTests {
  /// Functions that are newer than SQLite 3.37.
  static let newer: Set = [
    "sqlite3_error_offset", "sqlite3_vtab_distinct", "sqlite3_vtab_in", "sqlite3_vtab_in_first",
    "sqlite3_vtab_in_next", "sqlite3_vtab_rhs_value", "sqlite3_db_name", "sqlite3_value_encoding",
    "sqlite3_is_interrupted", "sqlite3_stmt_explain", "sqlite3_get_clientdata",
    "sqlite3_set_clientdata", "sqlite3_setlk_timeout", "sqlite3_db_status64", "sqlite3_set_errmsg",
  ]

  static func violations(in files: [SourceFile]) -> [String] {
    files.flatMap { file in
      file.scanned.tokens.filter { newer.contains($0.text) }.map {
        "\(file.path): \($0.text)"
      }
    }
  }

  @Test func `no file calls a function that the oldest supported SQLite lacks`() {
    #expect(Self.violations(in: SourceFile.all(under: "Sources")) == [])
  }

  @Test func `a call of a newer function is found`() {
    let line = "let offset = sqlite3_error_offset(handle)"
    #expect(Self.violations(in: [SourceFile(path: "Sources/M/A.swift", lines: [line])]).count == 1)
  }
}
