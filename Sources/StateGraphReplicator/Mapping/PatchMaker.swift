import StateGraphReplication
import StateGraphRows
import StateGraphSQLite

/// Converts the local changes of a pending transaction into patches for the server.
struct PatchMaker {
  let tables: [ByteText: TableMapping]
  /// The tables in which the server refuses a change of a row that another machine has changed.
  let refusesChanged: Set<ByteText>

  /// Returns the patch of one row, or nil if the change concerns only columns or tables that the
  /// server does not have.
  ///
  /// A column that was added to the file after the change has no value in the images, and is left
  /// out.
  ///
  /// - Throws: `.outOfRange` or `.notCanonical` if the server cannot store a value as it is.
  ///   `.schemaMismatch` if the file's table has lost columns since the change.
  func patch(_ change: PendingChange) throws(ReplicationError) -> Patch? {
    guard let mapping = tables[change.table] else { return nil }
    let count = max(change.row.old?.count ?? 0, change.row.new?.count ?? 0)
    guard count <= mapping.fileColumns.count else { throw PatchMaker.lostColumns(change.table) }
    let compares = refusesChanged.contains(change.table)
    switch (change.row.old, change.row.new) {
    case (nil, let new?):
      return Patch(.insert(try values(mapping.columns, of: new)), in: mapping.server)
    case (let old?, let new?):
      let changed = mapping.columns.filter { column in
        column.index < min(old.count, new.count) && !old.isIdentical(at: column.index, to: new)
      }
      guard !changed.isEmpty else { return nil }
      return Patch(
        .update(try values(changed, of: new)),
        in: mapping.server,
        key: try key(mapping, of: new),
        expected: compares ? try values(changed, of: old) : []
      )
    case (let old?, nil):
      return Patch(
        .delete,
        in: mapping.server,
        key: try key(mapping, of: old),
        expected: compares ? try values(mapping.columns, of: old) : []
      )
    case (nil, nil): return nil
    }
  }

  /// - Throws: `.schemaMismatch` if the image lacks a column of the key. The statement would change
  ///   all rows with the other values of the key then.
  private func key(
    _ mapping: TableMapping,
    of image: RowImage
  ) throws(ReplicationError) -> [PatchValue] {
    let key = try values(mapping.key.map { mapping.columns[$0] }, of: image)
    guard key.count == mapping.key.count else { throw PatchMaker.otherKey(mapping.name) }
    return key
  }

  private func values(
    _ columns: [TableMapping.Column],
    of image: RowImage
  ) throws(ReplicationError) -> [PatchValue] {
    var values: [PatchValue] = []
    for column in columns where column.index < image.count {
      values.append(
        PatchValue(
          column: column.name,
          type: column.conversion.type,
          sqlName: column.conversion.server.sqlName,
          text: try column.conversion.serverText(image[column.index])
        )
      )
    }
    return values
  }

  private static func otherKey(_ table: ByteText) -> ReplicationError {
    ReplicationError(
      .schemaMismatch,
      "The table \(table.string) has another primary key than at the time of a write that the "
        + "server has not decided.",
      remedy: "Restore the key, send the pending writes, and change the key then."
    )
  }

  private static func lostColumns(_ table: ByteText) -> ReplicationError {
    ReplicationError(
      .schemaMismatch,
      "The table \(table.string) has fewer columns than at the time of a write that the server has "
        + "not decided.",
      remedy: "Restore the columns, send the pending writes, and drop the columns then."
    )
  }
}
