import StateGraphFormats
package import StateGraphSQLite

/// Finds tables by the names that a user types. The case of ASCII letters does not matter.
package struct TableLookup {
  private let tables: [TableSchema]

  package init(_ tables: [TableSchema]) { self.tables = tables }

  /// Returns the table with this name.
  ///
  /// - Throws: ``InspectionError`` with the code `.unknownTable` if there is no such table. Its
  ///   remedy suggests a table with a similar name.
  package func table(_ name: String) throws(InspectionError) -> TableSchema {
    if let table = tables.first(where: { $0.name.isSameName(as: name) }) { return table }
    let names = tables.map(\.name)
    let nearest = FoldedName.nearest(to: name, among: names)
    throw InspectionError(
      .unknownTable,
      "the database has no table \(printable(name))",
      remedy: nearest.map { "Did you mean \(printable($0))?" }
        ?? (names.isEmpty
          ? "The database has no tables"
          : "Its tables are " + names.prefix(20).map(printable).joined(separator: ", "))
    )
  }
}
