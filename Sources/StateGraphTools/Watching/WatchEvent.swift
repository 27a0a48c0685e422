package import StateGraphSQLite

/// The change of one row of a watched table. The command `watch` prints it as a line of JSON.
package struct WatchEvent {
  package enum Kind: String, Sendable {
    case insert, update, delete
  }

  package let kind: Kind
  package let table: String
  package let key: [(String, SQLiteValue)]
  /// The values of the row before the change, with their column names, or nil for an inserted row,
  /// or if the watch does not keep values.
  package let old: [(String, SQLiteValue)]?
  /// The values of the row after the change, with their column names, or nil for a deleted row.
  package let new: [(String, SQLiteValue)]?

  init(
    _ kind: Kind,
    table: String,
    key: [(String, SQLiteValue)],
    old: [(String, SQLiteValue)]?,
    new: [(String, SQLiteValue)]?
  ) {
    (self.kind, self.table, self.key, self.old, self.new) = (kind, table, key, old, new)
  }

  /// Writes the event as one line with a JSON object.
  ///
  /// - Parameters:
  ///   - output: The output to which the line is written.
  ///   - commit: The number of the commit that made the change. The first commit of the watch has
  ///     the number 1.
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
