package import StateGraphSQLite

/// The change of one row, as the command `stategraph watch` reports it.
package struct WatchEvent {
  package enum Kind: String, Sendable {
    case insert, update, delete
  }

  package let kind: Kind
  package let table: String
  package let key: [(String, SQLiteValue)]
  /// The values before the change, with their column names.
  ///
  /// Nil if the row did not exist, or if the watch did not store its values.
  package let old: [(String, SQLiteValue)]?
  /// The values after the change, with their column names. Nil if the row was deleted.
  package let new: [(String, SQLiteValue)]?

  init(
    _ kind: Kind,
    _ table: String,
    key: [(String, SQLiteValue)],
    old: [(String, SQLiteValue)]?,
    new: [(String, SQLiteValue)]?
  ) {
    (self.kind, self.table, self.key, self.old, self.new) = (kind, table, key, old, new)
  }

  /// Writes the event as a JSON object on one line.
  ///
  /// - Parameters:
  ///   - output: The output to which the line is written.
  ///   - commit: The number of the commit in this watch, counted from 1.
  package func append(to output: ByteOutput, commit: Int) throws {
    try output.append("{\"version\":1,\"table\":")
    try output.appendJSON(string: table)
    try output.append(",\"change\":\"\(kind.rawValue)\",\"key\":")
    try Self.append(key, to: output)
    for (name, values) in [("old", old), ("new", new)] {
      guard let values else { continue }
      try output.append(",\"\(name)\":")
      try Self.append(values, to: output)
    }
    try output.append(",\"commit\":\(commit)}\n")
  }

  private static func append(
    _ values: [(String, SQLiteValue)],
    to output: ByteOutput
  ) throws {
    for (index, (name, value)) in values.enumerated() {
      try output.append(index == 0 ? "{" : ",")
      try output.appendJSON(string: name)
      try output.append(":")
      try output.appendJSON(value)
    }
    try output.append(values.isEmpty ? "{}" : "}")
  }
}
