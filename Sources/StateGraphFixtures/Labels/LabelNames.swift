import StateGraphFormats

/// For each table of a database, the labels of its rows: the names such as `alice` that a fixture
/// gives them.
///
/// A template, which is a prepared database file for tests, stores the labels beside the database,
/// because the database itself contains only the keys.
package struct LabelNames: Sendable, Equatable {
  private var names: [String: [String]]

  package init(_ names: [String: [String]] = [:]) { self.names = names }

  /// Returns the labels that fixtures give to the rows of a table, without `@`.
  package func labels(of table: String) -> [String] { names[table] ?? [] }

  /// Returns the label of a table that is most similar to `name`, for the advice in an error
  /// message, or nil if no label is similar.
  package func nearest(to name: String, in table: String) -> String? {
    FoldedName.nearest(to: name, among: labels(of: table))
  }

  /// Adds the labels that another step of the same fixture has defined.
  package mutating func add(_ other: LabelNames) {
    for (table, labels) in other.names {
      names[table] = Set(names[table, default: []] + labels).sorted()
    }
  }

  /// The labels as bytes, with one record for each table: the name of the table and its labels,
  /// separated by NUL. Two NUL bytes separate the records.
  package var encoded: [UInt8] {
    Array(
      names.sorted { $0.key < $1.key }
        .map { ([$0.key] + $0.value).joined(separator: "\0") }
        .joined(separator: "\0\0").utf8
    )
  }

  /// Restores the labels from the bytes that ``encoded`` returned.
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
