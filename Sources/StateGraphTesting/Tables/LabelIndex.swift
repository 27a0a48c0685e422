import StateGraphFixtures
import StateGraphSQLite

/// Finds the label of a key: the name such as `ada` that a fixture gives to the row with this key.
/// Messages show the label in place of the key.
struct LabelIndex: Sendable {
  private let labels: [String: [SQLiteValue: String]]

  init(_ names: LabelNames, schema: LabelSchema) {
    var labels: [String: [SQLiteValue: String]] = [:]
    for table in schema.tableNames {
      guard let column = schema.key(of: table), column.isKey else { continue }
      for name in names.labels(of: table) {
        labels[table, default: [:]][column.form.key(name, in: table)] = name
      }
    }
    self.labels = labels
  }

  /// Returns the label of the row of `table` whose key is `value`, or nil if no fixture has
  /// labelled the row.
  func label(_ value: SQLiteValue, in table: String) -> String? { labels[table]?[value] }
}
