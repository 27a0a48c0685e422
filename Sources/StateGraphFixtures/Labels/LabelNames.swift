import StateGraphFormats
package import StateGraphSQLite

/// The labels of the rows in a database, by table.
///
/// A template file stores them beside the database, because the database contains only the keys.
package struct LabelNames: Sendable, Equatable {
  private var names: [String: [String]]

  package init(_ names: [String: [String]] = [:]) { self.names = names }

  /// Returns the labels of a table.
  package func labels(of table: String) -> [String] { names[table] ?? [] }

  /// Returns the label of a row, or nil if no fixture has labelled it.
  package func label(of key: SQLiteValue, _ column: LabelSchema.Column) -> String? {
    // A text that is no UUID is its own label, and is printed as it is.
    labels(of: column.table).first { column.form.key($0, in: column.table) == key }
  }

  /// Returns the label of a table that is most similar to `name`.
  package func nearest(to name: String, in table: String) -> String? {
    FoldedName.nearest(to: name, among: labels(of: table))
  }

  /// Adds the labels of another step of the same fixture.
  package mutating func add(_ other: LabelNames) {
    for (table, labels) in other.names {
      names[table] = Set(names[table, default: []] + labels).sorted()
    }
  }

  /// The names as bytes: each table and its labels, separated by NUL, in one record per table.
  package var encoded: [UInt8] {
    Array(
      names.sorted { $0.key < $1.key }
        .map { ([$0.key] + $0.value).joined(separator: "\0") }
        .joined(separator: "\0\0").utf8
    )
  }

  /// Reads the bytes of ``encoded``.
  package init(encoded bytes: some Collection<UInt8>) {
    names = [:]
    var record: [String] = []
    for field in (Array(bytes) + [0]).split(separator: 0, omittingEmptySubsequences: false) {
      if field.isEmpty {
        if let table = record.first { names[table] = Array(record.dropFirst()) }
        record = []
      } else {
        record.append(String(decoding: field, as: UTF8.self))
      }
    }
  }
}
