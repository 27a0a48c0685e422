/// Lists the tables that an extraction has written to files, in the order of their names.
package struct ExtractReport: Sendable, Equatable {
  /// The files of one table: a JSON file, an SQL file or both. A table without taken rows has no
  /// element in ``tables``.
  package struct Table: Sendable, Equatable {
    package let name: String
    package let rows: Int
    /// The size of all files of the table together, in bytes.
    package let bytes: Int64
    /// The names of the table's files in the output folder.
    package let files: [String]
  }

  package internal(set) var tables: [Table] = []
  /// A remark for the user, as a clause without a full stop. Nil if there is none.
  package internal(set) var note: String?
}
