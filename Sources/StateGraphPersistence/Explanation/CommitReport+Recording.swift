import StateGraphSQLite

extension CommitReport {
  /// Creates a report from a recording, or from `changes` if there is no recording.
  ///
  /// `changes` contains only the numbers that are counted for every commit. A report from `changes`
  /// therefore has no marks, reads and observers.
  ///
  /// - Parameter columnNames: Returns the names of a table's columns in declared order, or nil if
  ///   the table is unknown.
  init(
    _ changes: CommitChanges,
    recording: CommitRecording?,
    columnNames: (_ table: String) -> [String]?
  ) {
    let content = recording?.current
    let changes = content?.changes ?? changes
    number = changes.number
    commitCount = changes.commitCount
    isSchemaChanged = changes.isSchemaChanged
    markedSlotCount = changes.markedSlotCount
    touchedNodeCount = changes.touchedNodeCount
    tables = changes.tables.map { table in
      Table(table.name, rows: table.rows, columns: columnNames(table.name) ?? [])
    }.sorted { $0.name < $1.name }
    isRecorded = recording != nil
    marks = (content?.marks ?? [:]).map { Mark(name: $0.string, count: $1) }
      .sorted { $0.name < $1.name }
    reads = (content?.reads ?? [:]).map { Read(count: $1, kind: $0) }
      .sorted { ($0.name, $0.reason.rawValue) < ($1.name, $1.reason.rawValue) }
    observers = (content?.calls ?? [:]).map { Observer(callCount: $1, kind: $0) }
      .sorted { ($0.fileID ?? "", $0.line, $0.node) < ($1.fileID ?? "", $1.line, $1.node) }
    statements = recording?.statementCounts ?? StatementCounts()
    omittedCount = content?.omittedCount ?? 0
    calledNodes = content?.calledNodes ?? []
  }
}

extension CommitReport.Table {
  fileprivate init(_ name: String, rows: RowChangeCounts, columns: [String]) {
    self.name = name
    insertedRowCount = rows.insertedCount
    deletedRowCount = rows.deletedCount
    updatedRowCount = rows.updatedCount
    updatedColumns = columns.enumerated().compactMap { place, name in
      rows.updatedColumns.contains(place) ? name : nil
    }
    isReset = rows.isReset
  }
}
