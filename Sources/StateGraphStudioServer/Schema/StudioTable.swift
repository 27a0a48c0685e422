import StateGraphRows
import StateGraphSQLite

/// A table or view, with the columns that identify its rows.
struct StudioTable: Sendable {
  enum Kind: String, Sendable { case table, view, virtual }

  let schema: TableSchema
  let kind: Kind
  /// The columns that identify a row for the page. A view has none.
  let key: [KeyColumn]
  /// The columns that make each order of rows unique. They are fast to follow: the rowid, or the
  /// primary key of a table without rowids. A view has none.
  let tieBreakers: [KeyColumn]
  /// The name by which SQL reads the rowid, or nil if the source has none.
  let rowID: String?

  /// A column, or the rowid, which is no column of the schema.
  struct KeyColumn: Sendable {
    let name: String
    let affinity: Affinity
    let isNotNull: Bool
  }

  init(_ schema: TableSchema, kind: Kind) {
    (self.schema, self.kind) = (schema, kind)
    rowID = schema.hasRowID && kind != .view ? schema.rowIDName : nil
    let primary = schema.primaryKey.compactMap { name in
      schema.column(name).map { column in
        KeyColumn(name: column.name, affinity: column.affinity, isNotNull: column.isNotNull)
      }
    }
    if schema.hasRowIDAsKey, let column = schema.column(schema.primaryKey[0]) {
      key = [KeyColumn(name: column.name, affinity: .integer, isNotNull: true)]
      tieBreakers = key
    } else if let rowID {
      let rowIDKey = [KeyColumn(name: rowID, affinity: .integer, isNotNull: true)]
      tieBreakers = rowIDKey
      // SQLite allows NULL in the primary key of a table with rowids, several times.
      key = primary.isEmpty || !primary.allSatisfy(\.isNotNull) ? rowIDKey : primary
    } else {
      key = schema.hasRowID ? [] : primary
      tieBreakers = key
    }
  }

  /// Whether ``tieBreakers`` are other columns than the key. A row then contains their values, so
  /// that the page can continue at any row.
  var hasOwnTies: Bool {
    tieBreakers.count != key.count
      || !zip(tieBreakers, key).allSatisfy { $0.name.isSameName(as: $1.name) }
  }

  func column(_ name: String) throws(StudioError) -> ColumnSchema {
    guard let column = schema.columns.first(where: { $0.name.utf8.elementsEqual(name.utf8) })
    else { throw .unknownColumn }
    return column
  }

  /// Whether the rows can be read in the order of `column` without sorting all of them.
  func isSortable(_ column: ColumnSchema) -> Bool {
    if let first = tieBreakers.first, first.name.isSameName(as: column.name) { return true }
    return schema.indexes.contains { index in
      guard !index.isPartial, let first = index.columns.first.flatMap({ $0 }),
        first.isSameName(as: column.name)
      else { return false }
      // After the column, the index must continue in the order of the tie breakers. If it has
      // another column, SQLite sorts all rows with equal values for each page.
      return zip(index.columns.dropFirst(), tieBreakers).allSatisfy { name, tie in
        name?.isSameName(as: tie.name) == true
      } && index.columns.count <= 1 + tieBreakers.count
    }
  }

  /// The condition that a row has these values in the columns of the key.
  func condition(key values: [WholeValue]) throws(StudioError) -> SQL {
    guard !key.isEmpty else { throw .noKey }
    guard values.count == key.count else { throw .invalidRequest }
    return zip(key, values).map { column, value in "\(column: column.name) IS \(value.sql)" }
      .joined(separator: " AND ")
  }

  /// Returns a statement that reads all columns of the row with these values in the columns of the
  /// key.
  func row(key values: [WholeValue], on connection: Connection) throws -> Statement {
    try connection.prepare(
      """
      SELECT \(columns: schema.columns.map(\.name)) FROM main.\(table: schema.name)
      WHERE \(try condition(key: values)) LIMIT 1
      """
    )
  }
}
