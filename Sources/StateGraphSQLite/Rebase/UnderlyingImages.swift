/// The base of each row that pending transactions have changed: the server's values of the row.
///
/// Decided transactions count as pending until the server's changes with the decision are written.
struct UnderlyingImages {
  private(set) var images: [RowAddress: RowImage?] = [:]

  /// Reads the bases of the rows of all transactions in the outbox.
  ///
  /// - Throws: `.corrupt` if the outbox or the table of bases is damaged.
  init(after sequence: Int64, in outbox: OutboxReader, on connection: Connection) throws {
    let stored = UnderlyingRows(connection: connection)
    let hasStored = try !stored.isEmpty
    var next = try outbox.first(after: sequence)
    while let transaction = next {
      try outbox.forEachChange(of: transaction) { change in
        let address = RowAddress(table: change.table, key: change.row.key)
        guard images[address] == nil else { return }
        switch hasStored ? try stored[address] : nil {
        case .row(let image): images[address] = .some(image)
        case .absent: images[address] = .some(nil)
        case nil: images[address] = .some(change.row.old)
        }
      }
      next = try outbox.next(after: transaction)
    }
  }

  /// Returns the changes that bring the rows of the file to their bases, by table.
  ///
  /// - Throws: `.schemaMismatch` if a table has lost columns since a pending transaction.
  func targets(
    in tables: ReplicatedTables,
    reading connection: Connection
  ) throws(DatabaseError) -> [TableTargets] {
    var result: [ByteText: TableTargets] = [:]
    for (address, base) in images {
      guard let table = tables[address.table]?.schema else { continue }
      let current = try table.image(of: address.key, reading: connection)
      let target = try base.map { base throws(DatabaseError) in
        try table.completed(base, by: current)
      }
      guard !table.isSameRow(current, as: target) else { continue }
      result[address.table, default: TableTargets(table: table, rows: [])].rows.append(
        RowTarget(key: address.key, current: current, target: target)
      )
    }
    return result.sorted { $0.key < $1.key }.map(\.value)
  }
}

extension TableSchema {
  /// Returns an image with the values of `current`, or NULL, in the columns that were added to the
  /// table since the image was taken.
  fileprivate func completed(
    _ image: RowImage,
    by current: RowImage?
  ) throws(DatabaseError) -> RowImage {
    guard image.count <= columns.count else { throw RebaseError.pendingRowsOfChangedTable(name) }
    let added = (image.count..<columns.count).map { current?[$0] ?? .null }
    return added.isEmpty ? image : RowImage(Array(image) + added)
  }
}
