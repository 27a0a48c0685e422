import Testing

/// A pragma with a table-valued form takes its argument by position, and SQLite documents the meaning
/// of this argument for a few pragmas only (https://sqlite.org/pragma.html). For the other ones it
/// changes: SQLite 3.46 and later take the number in `pragma_integrity_check(100)` for the name of a
/// table.
@Suite struct PragmaFunctionTests {
  /// The pragmas whose argument is documented as the name of a table or an index.
  static let documented: Set = [
    "table_info", "table_xinfo", "table_list", "index_list", "index_info", "index_xinfo",
    "foreign_key_list", "foreign_key_check",
  ]

  static func violations(in files: [SourceFile]) -> [String] {
    files.flatMap { file in
      file.code.filter { hasUndocumentedArgument($0.text) }.map { "\(file.path):\($0.number)" }
    }
  }

  private static func hasUndocumentedArgument(_ line: String) -> Bool {
    line.lowercased().split(separator: "pragma_", omittingEmptySubsequences: false).dropFirst()
      .contains { rest in
        let name = rest.prefix { $0.isLetter || $0 == "_" }
        return rest.dropFirst(name.count).first == "(" && !documented.contains(String(name))
      }
  }

  @Test func `no pragma function gets an argument whose meaning is not documented`() {
    #expect(Self.violations(in: SourceFile.all(under: "Sources")) == [])
  }

  @Test(arguments: [
    #""SELECT * FROM pragma_integrity_check(\(limit))""#, #""SELECT * FROM PRAGMA_quick_check(1)""#,
    #""SELECT * FROM pragma_table_info('a'), pragma_optimize(2)""#,
  ]) func `an undocumented argument is found`(line: String) {
    #expect(Self.violations(in: [SourceFile(path: "Sources/M/A.swift", lines: [line])]).count == 1)
  }

  @Test(arguments: [
    #""SELECT name FROM pragma_table_xinfo(\(table))""#, #""SELECT 1 FROM pragma_integrity_check""#,
  ]) func `a documented argument and a pragma without one are allowed`(line: String) {
    #expect(Self.violations(in: [SourceFile(path: "Sources/M/A.swift", lines: [line])]) == [])
  }
}
