/// Describes an extraction: which rows of a database become the files of a fixture, and in which
/// folder.
///
/// An extraction begins with the *first rows*, which ``table``, ``condition`` and ``limit`` select.
/// It also takes all rows to which a taken row refers. It takes rows that refer to a taken row only
/// from the tables in ``children``.
package struct ExtractRequest: Sendable {
  /// Asks for the rows of one table that refer to a taken row.
  package struct Children: Sendable {
    package var table: String
    /// The largest number of rows for each row to which they refer. The rows with the smallest keys
    /// are taken. Nil means all rows.
    package var limit: Int?

    package init(table: String, limit: Int? = nil) {
      (self.table, self.limit) = (table, limit)
    }
  }

  /// The name of the table that contains the first rows.
  package var table: String
  /// A condition in SQL, written by the user, that selects the first rows, or nil for every row.
  package var condition: String?
  /// The largest number of first rows. The rows with the smallest keys are taken. Nil means no
  /// limit.
  package var limit: Int?
  package var children: [Children] = []
  /// The path of the folder that the extraction creates, without a slash at its end.
  package var output: String
  /// Whether the extraction may replace an existing folder that contains only extracted files. If
  /// false, an existing folder that is not empty is an error.
  package var replacesExisting = false
  /// The masks that replace values by pseudonyms. If nil, the files contain the values of the
  /// database.
  package var masking: MaskRequest?

  package init(table: String, output: String) {
    (self.table, self.output) = (table, output)
  }
}

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
  /// A remark for the user, as a clause without a full stop, or nil if there is none.
  package internal(set) var note: String?
}
