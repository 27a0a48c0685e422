/// Combines the rows of a step with the values that other writes have given them since.
///
/// A step that has updated a row concerns only the columns that it has changed. The other columns
/// keep the values that they have now. A column that the step and a later write have both changed
/// is contested. It is no conflict if triggers change it themselves while the statements of the
/// step run, as they do with a counter, and then keeps the value that they give it. It is no
/// conflict either if SQLite computes the column, or if it has the time of the last change.
struct UndoMerge {
  private struct Place: Hashable {
    let table: ByteText
    let key: RowKey
  }

  /// The contested columns, by row.
  private var contested: [Place: [Int]] = [:]
  /// The names of the columns with the time of a row's last change, by table.
  private let timestamps: [ByteText: [String]]

  /// Replaces the images of the rows that another write has changed since.
  ///
  /// - Parameters:
  ///   - tables: The rows of the step.
  ///   - timestamps: The columns with the time of a row's last change, by table.
  ///   - writer: The connection of the open transaction.
  /// - Throws: `.undoConflict` if a row was inserted or deleted since, or if the step itself has
  ///   inserted or deleted it. Also the errors of SQLite.
  init(
    _ tables: inout [TableTargets],
    keeping timestamps: [ByteText: [String]],
    reading writer: WriterConnection
  ) throws(DatabaseError) {
    self.timestamps = timestamps
    for part in tables.indices {
      let table = tables[part].table
      for place in tables[part].rows.indices {
        let row = tables[part].rows[place]
        var image = try table.image(of: row.key, reading: writer)
        // With the collation NOCASE, a query for the key 'a' may return the row 'A'.
        if let found = image, !table.hasKey(row.key, in: found) { image = nil }
        if table.isSameRow(image, as: row.current) { continue }
        guard let image, let merged = merge(row, into: image, of: table) else {
          throw .undoConflict(row, of: table)
        }
        tables[part].rows[place] = merged
      }
    }
  }

  /// Returns nil if the row appears or disappears by the step.
  private mutating func merge(
    _ row: RowTarget,
    into image: RowImage,
    of table: TableSchema
  ) -> RowTarget? {
    guard let current = row.current, let target = row.target else { return nil }
    var columns: [Int] = []
    let values = table.columns.indices.map { column in
      if table.columns[column].generation != .none {
        columns.append(column)
        return image[column]
      }
      if table.isSameValue(current, as: target, at: column) { return image[column] }
      if table.isSameValue(image, as: current, at: column) { return target[column] }
      columns.append(column)
      return image[column]
    }
    contested[Place(table: ByteText(table.name), key: row.key)] = columns
    return RowTarget(key: row.key, current: image, target: RowImage(values), rowID: row.rowID)
  }

  /// Gives the contested columns the values that they have after the statements.
  ///
  /// - Parameters:
  ///   - tables: The rows of the step, with the images of this object.
  ///   - actual: The changes that the transaction has made so far.
  /// - Throws: `.undoConflict` if no trigger has changed a contested column. `.tooBig` if it is not
  ///   known which rows of the table have changed.
  func resolve(
    _ tables: inout [TableTargets],
    after actual: ChangeSet
  ) throws(DatabaseError) {
    if contested.isEmpty { return }
    for part in tables.indices {
      let table = tables[part].table
      var changed: [RowKey: RowImage] = [:]
      for change in try UndoCorrections.rows(of: table.name, in: actual) {
        changed[change.key] = change.new
      }
      for place in tables[part].rows.indices {
        let row = tables[part].rows[place]
        let columns = contested[Place(table: ByteText(table.name), key: row.key)] ?? []
        guard !columns.isEmpty, let image = row.current, let target = row.target else { continue }
        let now = changed[row.key] ?? image
        let free = timestamps[ByteText(table.name)] ?? []
        let isKept = columns.allSatisfy { column in
          let (name, generation) = (table.columns[column].name, table.columns[column].generation)
          return generation != .none || free.contains { $0.isSameName(as: name) }
            || !table.isSameValue(now, as: image, at: column)
        }
        guard isKept else { throw .undoConflict(row, of: table) }
        let values = table.columns.indices.map { columns.contains($0) ? now[$0] : target[$0] }
        tables[part].rows[place] =
          RowTarget(key: row.key, current: image, target: RowImage(values), rowID: row.rowID)
      }
    }
  }
}

extension TableSchema {
  /// Returns whether an image has exactly the values of a key. A rowid is not part of an image.
  fileprivate func hasKey(_ key: RowKey, in image: RowImage) -> Bool {
    zip(primaryKey, key.values).allSatisfy { name, value in
      columnIndex(name).map { image[$0] == value } ?? false
    }
  }
}
