import StateGraphSQLite

/// Chooses the name of the fixture files into which an extraction writes the rows of a table.
enum FixtureFileName {
  /// Whether a file can have the name of a table, so that the importer finds the table by it.
  ///
  /// The importer reads the name of a file up to its first full stop, so the name of the table may
  /// not contain one. The name may have at most 200 bytes, because file systems limit names.
  static func isName(_ table: String) -> Bool {
    !table.isEmpty && table.utf8.count <= 200
      && !table.utf8.contains { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: ".") || $0 < 0x20 }
  }

  /// Returns the name of a table's files without their extension.
  ///
  /// If no file can have the name of the table, the result contains a digest of that name. The rows
  /// are then written as SQL statements, which name the table themselves.
  static func stem(_ table: String) -> String {
    isName(table) ? table : "table-" + SHA256.hexadecimal(of: table.utf8).prefix(12)
  }
}
