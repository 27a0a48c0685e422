/// The rows of one table that the open transaction has changed.
///
/// Stores two copies of each changed row. The first copy is the row before its first change, which
/// is the row at BEGIN. This first copy stays correct even if SQLite undoes the change. The second
/// copy is the row after its last change, which is the current row.
///
/// Only the thread that holds the write lock uses this object.
final class RecordedRows {
  /// The rows that can be found by their key. Contains all rows after ``fold(by:)``.
  @exclusivity(unchecked) private(set) var byKey = TouchedRows()
  /// Inserted rows that matched an ``ExpectedChange`` and are not yet in `byKey`. Each row has the
  /// position of its INSERT in the ``ChangeLog``.
  ///
  /// The separate list makes a bulk insert faster, because adding its rows to `byKey` would hash
  /// every key.
  @exclusivity(unchecked) private var inserted: [(image: RowImage, position: Int)] = []

  var isEmpty: Bool { byKey.isEmpty && inserted.isEmpty }
  var count: Int { byKey.count + inserted.count }

  /// One element for each row: the row before its first change and after its last change.
  var steps: [UncommittedStep] {
    byKey.entries.map { UncommittedStep(old: $0.old, new: $0.new) }
      + inserted.map { UncommittedStep(old: nil, new: $0.image) }
  }

  func insert(_ image: RowImage, at position: Int) { inserted.append((image, position)) }

  /// Adds the first change of a row.
  func append(_ touch: TouchedRows.Entry) { byKey.append(touch) }

  /// Records another change of a row. Returns false if no change of the row is recorded in `byKey`.
  func update(_ touch: TouchedRows.Entry) -> Bool {
    guard let place = byKey.place(touch.hash, where: { $0 == touch.key }) else { return false }
    byKey.touch(place, new: touch.new, at: touch.touchedAt, isTainted: touch.isTainted)
    return true
  }

  /// Moves the rows of `inserted` to `byKey`, where a row can be found by its key.
  func fold(by capture: TableCapture) {
    guard !inserted.isEmpty else { return }
    // If this method reserved memory at each call, a few inserted rows would move all rows each
    // time.
    if inserted.count > byKey.count { byKey.reserveCapacity(byKey.count + inserted.count) }
    for (image, position) in inserted {
      let touch = capture.insertion(of: image, at: position)
      if !update(touch) { append(touch) }
    }
    inserted = []
  }

  func taint(since mark: Int) { byKey.taint(since: mark) }

  func removeAll() {
    byKey.removeAll()
    inserted = []
  }

  /// Returns the net changes of the rows.
  ///
  /// Rows whose changes SQLite may have undone are read again from the table.
  func netChanges(
    by capture: TableCapture,
    reading connection: Connection
  ) throws(DatabaseError) -> [RowChange] {
    if byKey.isEmpty {
      // No key occurs twice in `inserted`. A key can be inserted again only after a DELETE.
      // Recording a DELETE moves all rows of `inserted` to `byKey`.
      return inserted.map { image, _ in
        RowChange(key: capture.key(of: image, rowID: .value(.null)), old: nil, new: image)
      }
    }
    fold(by: capture)
    var changes: [RowChange] = []
    changes.reserveCapacity(byKey.count)
    let hookIndexes = capture.hookIndexes
    for entry in byKey.entries {
      var new = entry.new
      if entry.isTainted {
        new = try capture.currentImage(of: entry.key, reading: connection)
      }
      let change = RowChange(
        key: entry.key,
        net: entry.old,
        new,
        comparing: { hookIndexes[$0] != nil }
      )
      if let change { changes.append(change) }
    }
    return changes
  }
}

/// The changed rows of one replicated table after the transaction has changed more rows than are
/// kept in memory.
///
/// Live objects then read the table again. The outbox still needs every row: the rows that were in
/// memory stay here with their net changes, and the changes of all other rows go to the
/// ``ChangeSpill`` one by one. A row is in one of the two places only.
struct OverflowedRows {
  let kept: RecordedRows
  let spill: ChangeSpill

  func record(_ touch: TouchedRows.Entry, in table: TableSchema) {
    guard !kept.update(touch) else { return }
    spill.append(RowChange(key: touch.key, old: touch.old, new: touch.new), of: table)
  }
}
