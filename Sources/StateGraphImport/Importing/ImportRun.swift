import StateGraphSQLite

/// One import in progress: everything that lives from BEGIN to COMMIT.
///
/// Confined, like its connection, to the thread that runs the import. Enforcement of foreign keys
/// is off on the connection, so that rows may come in any order; the trackers take its place.
final class ImportRun {
  let plan: ImportPlan
  let request: ImportRequest
  private let connection: Connection
  private let report: (ImportProgress) -> ImportDecision
  private let totalBytes: Int64?

  /// By table; nil until the first row.
  private var writers: [RowWriter?]
  /// By table, one for each of its foreign keys.
  private var references: [[Reference]?]
  private var deferredCount = 0

  /// By table; nil where nothing is mapped.
  var mappings: [ResolvedMapping?] = []
  /// The inputs that have been opened.
  private(set) var inputs: [InputSummary] = []
  private(set) var records = 0
  /// Of the inputs that have been read to their end.
  private(set) var bytesOfFinishedInputs: Int64 = 0

  struct Reference {
    let tracker: ReferenceTracker
    /// Nil unless the policy is `null` and the columns can be.
    let deferred: DeferredReferences?
  }

  init(
    _ plan: ImportPlan,
    _ request: ImportRequest,
    on connection: Connection,
    totalBytes: Int64?,
    report: @escaping (ImportProgress) -> ImportDecision
  ) {
    self.plan = plan
    self.request = request
    self.connection = connection
    self.totalBytes = totalBytes
    self.report = report
    mappings = plan.tables.map { _ in nil }
    writers = plan.tables.map { _ in nil }
    references = plan.tables.map { _ in nil }
  }

  /// Writes one row. Where a reference is missing and the policy is `null`, its cells become NULL.
  func store(
    _ cells: inout [Cell],
    in table: Int,
    as role: RecordRole,
    _ places: some RowPlaces
  ) throws(ImportError) -> RowWriter.Outcome {
    try requireKey(cells, table, places)
    let references = try references(of: table)
    let writer = writer(table)
    if references.isEmpty { return try writer.write(cells, as: role, places) }
    if role == .record, request.onConflict == .ignore,
      let outcome = try writer.keepExisting(cells, places)
    {
      // What the record refers to is not going to be in the file.
      return outcome
    }
    let given = cells
    var missing: [Int] = []
    for (number, reference) in references.enumerated() {
      let isThere = try database { () throws(DatabaseError) in
        try reference.tracker.isSatisfied(cells)
      }
      if isThere { continue }
      missing.append(number)
      guard reference.deferred != nil else { continue }
      for column in reference.tracker.foreignKey.clearableColumns { cells[column] = .null }
    }
    let outcome = try writer.write(cells, as: role, places)
    try database { () throws(DatabaseError) in
      for (number, reference) in references.enumerated() {
        let isMissing = missing.contains(number)
        if isMissing { try reference.tracker.noteMissing(given, places) }
        guard let deferred = reference.deferred else { continue }
        if isMissing {
          try deferred.keep(given, wasUnchanged: outcome.change == .unchanged)
        } else if outcome.change != .inserted, says(given, as: role, reference) {
          try deferred.forget(given)
        }
      }
    }
    return outcome
  }

  /// Whether the record decides what its row refers to.
  private func says(_ cells: [Cell], as role: RecordRole, _ reference: Reference) -> Bool {
    role == .record && request.onConflict == .replace
      || reference.tracker.foreignKey.columns.contains { cells[$0].hasValue }
  }

  /// A record has been written with all that is nested in it.
  func didStoreRecord(
    _ cells: [Cell],
    _ outcome: RowWriter.Outcome,
    in table: Int,
    _ places: some RowPlaces
  ) throws(ImportError) {
    guard writer(table).didWriteRecord(cells, outcome) else {
      let plan = plan.tables[table]
      throw .repeatedKey(of: plan, at: places.place(ofColumn: plan.keyIndexes[0]))
    }
  }

  /// Records that named a row before may do so again: they are of another input.
  func beginInput() {
    for writer in writers { writer?.beginInput() }
  }

  /// Writes the row of a nested record, whose like may have come a thousand times before.
  func storeMention(
    _ cells: inout [Cell],
    in table: Int,
    _ places: some RowPlaces
  ) throws(ImportError) {
    guard plan.tables[table].foreignKeys.isEmpty else {
      _ = try store(&cells, in: table, as: .mention, places)
      return
    }
    try requireKey(cells, table, places)
    try writer(table).writeMention(cells, places)
  }

  func willRead(_ input: InputSummary) {
    inputs.append(input)
    request.willRead?(input)
  }

  func didReadRecord(from source: ByteSource) throws(ImportError) {
    records += 1
    if records & 0x3FF == 0 { try showProgress(source) }
  }

  func didFinish(_ source: ByteSource) throws(ImportError) {
    try showProgress(source)
    bytesOfFinishedInputs += source.bytesRead
  }

  private func showProgress(_ source: ByteSource) throws(ImportError) {
    let progress = ImportProgress(
      path: source.name,
      bytesRead: bytesOfFinishedInputs + source.bytesRead,
      totalBytes: totalBytes,
      records: records
    )
    guard report(progress) == .proceed else {
      throw ImportError(
        .interrupted,
        "the import was stopped; nothing was kept",
        remedy: "Run it again"
      )
    }
  }

  private func requireKey(
    _ cells: [Cell],
    _ table: Int,
    _ places: some RowPlaces
  ) throws(ImportError) {
    let plan = plan.tables[table]
    guard !plan.keyIndexes.isEmpty else {
      throw ImportError(
        .unsupportedSchema,
        "table \(printable(plan.name)) has no primary key, so a record cannot be told from a row",
        remedy: "Give the table a primary key with a migration",
        place: places.recordPlace
      )
    }
    for index in plan.keyIndexes where !cells[index].hasValue {
      throw ImportError(
        .missingValue,
        "a record of table \(printable(plan.name)) has no value in its key column "
          + printable(plan.column(index).name),
        remedy: "Every record needs its key",
        place: places.place(ofColumn: index)
      )
    }
  }

  private func writer(_ table: Int) -> RowWriter {
    if let writer = writers[table] { return writer }
    let writer = RowWriter(
      plan.tables[table],
      onConflict: request.onConflict,
      on: connection
    )
    writers[table] = writer
    return writer
  }

  private func references(of table: Int) throws(ImportError) -> [Reference] {
    if let known = references[table] { return known }
    let made = try database { () throws(DatabaseError) in
      var made: [Reference] = []
      for key in plan.tables[table].foreignKeys {
        let parent = plan.tables[key.parent]
        var deferred: DeferredReferences?
        if request.dangling == .null, !key.clearableColumns.isEmpty {
          deferred = try DeferredReferences(
            key,
            of: plan.tables[table],
            parent: parent,
            number: deferredCount,
            on: connection
          )
          deferredCount += 1
        }
        made.append(
          Reference(
            tracker: try ReferenceTracker(key, parent: parent, on: connection),
            deferred: deferred
          )
        )
      }
      return made
    }
    references[table] = made
    return made
  }

  func database<Result>(
    _ body: () throws(DatabaseError) -> Result
  ) throws(ImportError) -> Result {
    do { return try body() } catch { throw ImportError(error) }
  }
}

// MARK: - The end

extension ImportRun {
  /// Settles the references that were missing when their rows were written. Call once, after the
  /// last record and before COMMIT.
  func settleReferences() throws(ImportError) -> [DanglingCount] {
    var counts: [DanglingCount] = []
    var firstFailure: (error: ImportError, offset: InputPlace?)?
    for (table, references) in references.enumerated() {
      for reference in references ?? [] {
        let filled = try database { () throws(DatabaseError) in
          try reference.deferred?.fill() ?? 0
        }
        if filled > 0 { writers[table]?.recount(unchangedAsUpdated: filled) }
        let missing = try database(reference.tracker.stillMissing)
        let rows = try danglingRows(reference, missing, table)
        guard rows > 0 else { continue }
        let count = self.count(reference, missing, rows, table)
        counts.append(count)
        let isAllowed = request.dangling == .keep || reference.deferred != nil
        if !isAllowed, firstFailure == nil {
          firstFailure = (dangling(count, at: missing.first?.firstPlace), nil)
        }
      }
    }
    if var failure = firstFailure?.error {
      if counts.count > 1 { failure.message += "; " + others(counts) }
      throw failure
    }
    return counts
  }

  func tableCounts() -> [TableCounts] {
    writers.compactMap { $0 }.map {
      TableCounts(
        table: $0.table.name,
        inserted: $0.counts.inserted,
        updated: $0.counts.updated,
        unchanged: $0.counts.unchanged
      )
    }
  }

  private func danglingRows(
    _ reference: Reference,
    _ missing: [ReferenceTracker.Mentions],
    _ table: Int
  ) throws(ImportError) -> Int {
    guard reference.tracker.isOverflowing else { return missing.reduce(0) { $0 + $1.rows } }
    if let deferred = reference.deferred { return try database(deferred.danglingCount) }
    let key = reference.tracker.foreignKey
    let (child, parent) = (plan.tables[table], plan.tables[key.parent])
    let isGiven = key.columns.map { "c.\(column: child.column($0).name) IS NOT NULL" as SQL }
    let matches = zip(key.parentColumns, key.columns).map { parentColumn, column in
      "p.\(column: parent.column(parentColumn).name) = c.\(column: child.column(column).name)"
        as SQL
    }
    let value = try database { () throws(DatabaseError) in
      try connection.firstValue(
        """
        SELECT count(*) FROM \(table: child.name) AS c
        WHERE \(isGiven, separator: " AND ") AND NOT EXISTS (
        SELECT 1 FROM \(table: parent.name) AS p WHERE \(matches, separator: " AND "))
        """
      )
    }
    guard case .integer(let rows) = value else { return 0 }
    return Int(rows)
  }

  private func count(
    _ reference: Reference,
    _ missing: [ReferenceTracker.Mentions],
    _ rows: Int,
    _ table: Int
  ) -> DanglingCount {
    let key = reference.tracker.foreignKey
    return DanglingCount(
      table: plan.tables[table].name,
      columns: key.columns.map { plan.tables[table].column($0).name },
      referencedTable: plan.tables[key.parent].name,
      rows: rows,
      keys: reference.tracker.isOverflowing ? nil : missing.count
    )
  }

  private func dangling(_ count: DanglingCount, at place: InputPlace?) -> ImportError {
    ImportError(
      .danglingReference,
      "\(Self.words(count)) that \(count.rows == 1 ? "is" : "are") not there",
      remedy: request.dangling == .null
        ? "The column is NOT NULL: import the missing rows too, or use --dangling keep"
        : "Import the missing rows too, or use --dangling null or keep",
      place: place
    )
  }

  private func others(_ counts: [DanglingCount]) -> String {
    counts.dropFirst().map(Self.words).joined(separator: "; ")
  }

  private static func words(_ count: DanglingCount) -> String {
    let columns = count.columns.map { printable($0) }.joined(separator: ", ")
    let records = count.rows == 1 ? "1 record refers" : "\(count.rows) records refer"
    return "\(records) by \(columns) of table \(printable(count.table)) to rows of "
      + printable(count.referencedTable)
  }
}
