/// The tables of an extracted fixture, in the order of their names.
package struct ExtractReport: Sendable, Equatable {
  /// The files of one table. At least one of them has rows.
  package struct Table: Sendable, Equatable {
    package let name: String
    package let rows: Int
    package let bytes: Int64
    /// The names of the files in the output folder.
    package let files: [String]
  }

  package internal(set) var tables: [Table] = []
}
