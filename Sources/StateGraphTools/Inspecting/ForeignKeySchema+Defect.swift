import StateGraphFormats
import StateGraphSQLite

extension ForeignKeySchema {
  /// What makes the key unusable, as a clause without a full stop. SQLite accepts such a key, and
  /// refuses only statements that must follow it. Nil for a sound key.
  func defect(in tables: [TableSchema]) -> String? {
    let own = columns.map(printable).joined(separator: ", ")
    let start = "the foreign key (\(own)) refers to "
    guard let parent = tables.first(where: { $0.name.isSameName(as: referencedTable) }) else {
      return start + "\(printable(referencedTable)), which is no table of the file"
    }
    let found = referencedColumns.filter { parent.column($0) != nil }
    guard found.count == columns.count, found.count == referencedColumns.count else {
      return start + "columns that \(printable(parent.name)) does not have"
    }
    let isUnique =
      Self.areSame(found, parent.primaryKey)
      || parent.indexes.contains { index in
        index.isUnique && !index.isPartial && Self.areSame(found, index.columns)
      }
    return isUnique ? nil : start + "columns of \(printable(parent.name)) that are not unique"
  }

  private static func areSame(_ names: [String], _ others: [String?]) -> Bool {
    names.count == others.count
      && names.allSatisfy { name in others.contains { $0?.isSameName(as: name) == true } }
  }
}
