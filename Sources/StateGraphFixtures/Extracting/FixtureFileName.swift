import StateGraphSQLite

/// The name of a fixture file for a table.
enum FixtureFileName {
  /// Whether the importer finds the table by the name of a file.
  ///
  /// The name of a file counts up to its first full stop. The bytes of a name are limited by the
  /// file system.
  static func isName(_ table: String) -> Bool {
    !table.isEmpty && table.utf8.count <= 200
      && !table.utf8.contains { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: ".") || $0 < 0x20 }
  }

  /// Returns the name of the files of a table without their extension.
  ///
  /// If the table cannot be found by a file's name, its rows are SQL statements in a file whose
  /// name is a digest of the table's name.
  static func stem(_ table: String) -> String {
    isName(table) ? table : "table-" + SHA256.hexadecimal(of: table.utf8).prefix(12)
  }
}
