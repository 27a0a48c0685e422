/// The place of an error in a file of SQL, such as a migration.
package struct SQLPlace: Sendable {
  /// The name of the file, or nil if the SQL is not known to be in a file.
  package var file: String?
  /// The line, counted from 1.
  package let line: Int
  /// The column, counted from 1 in Unicode scalars.
  package let column: Int

  /// Creates a place. The default is the beginning of a file, for an error that concerns all of it.
  package init(in file: String? = nil, line: Int = 1, column: Int = 1) {
    self.file = file
    self.line = line
    self.column = column
  }
}
