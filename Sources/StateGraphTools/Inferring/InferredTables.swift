import StateGraphFormats
import StateGraphSQLite

/// The tables that an inference has found up to now, in the order in which it found them.
final class InferredTables {
  private(set) var all: [InferredTable] = []

  func named(_ name: String) -> InferredTable? { all.first { $0.name.isSameName(as: name) } }

  /// Returns the table with this name. Adds an empty table if there is none.
  func table(_ name: String) -> InferredTable {
    if let known = named(name) { return known }
    let table = InferredTable(name)
    all.append(table)
    return table
  }

  /// Returns the name for a column that refers to a key of `table`. Examples are `book_id` for the
  /// key `id` of `books`, and `country_code` for the key `code` of `countries`. For a table of
  /// plain values, such as `tags`, it is the singular `tag`.
  static func referring(to key: String, of table: InferredTable) -> String {
    if table.isOfValues { return table.singular }
    return key.hasPrefix(table.singular + "_") ? key : table.singular + "_" + key
  }
}
