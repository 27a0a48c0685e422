import StateGraphFormats
import StateGraphSQLite

/// One import in progress: everything that lives from BEGIN to COMMIT.
///
/// Confined, like its connection, to the thread that runs the import. Enforcement of foreign keys
/// is off on the connection, so that rows may come in any order; the trackers take its place.
final class ImportRun {
  let plan: ImportPlan
  let request: ImportRequest
  let connection: Connection
  let report: (ImportProgress) -> ImportDecision
  let totalBytes: Int64?

  /// By table; nil until the first row.
  @exclusivity(unchecked) private(set) var writers: [RowWriter?]
  /// By table, one for each of its foreign keys.
  @exclusivity(unchecked) private(set) var references: [[Reference]?]

  /// By table; nil where nothing is mapped.
  var mappings: [ResolvedMapping?] = []
  /// The inputs that have been opened.
  private(set) var inputs: [InputSummary] = []
  /// Nil where a bad record ends the import.
  let rejects: RejectLog?
  /// Nil where a missing reference is no reason to hold a record back.
  let held: HeldRecords?
  /// What the record that is being written leaves behind once it is whole; nil outside of a part.
  var missingNotes: [MissingNote]?

  let transaction: ImportTransaction
  /// How far an interrupted run had come.
  let resumed: [Checkpoint]
  /// The tables that it had written to.
  let earlierTables: [String]
  /// Nil before the first input.
  var input: CurrentInput?
  var count: RecordCounter
  /// Of the current input.
  var skippedCount = 0
  var lastProgress: ImportProgress?
  /// Read to their end since the last commit.
  var finishedInputs: [Checkpoint] = []
  /// Of the inputs that have been read to their end.
  var bytesOfFinishedInputs: Int64 = 0
  /// Of what has been read, what an interrupted run had read before.
  var resumedBytes: Int64 = 0

  struct Reference {
    let tracker: ReferenceTracker
    /// Nil unless the policy is `null` and the columns can be.
    let deferred: DeferredReferences?
  }

  init(
    _ plan: ImportPlan,
    _ request: ImportRequest,
    in transaction: ImportTransaction,
    on connection: Connection,
    totalBytes: Int64?,
    rejects: RejectLog?,
    held: HeldRecords?,
    resumed: [Checkpoint],
    earlierTables: [String],
    report: @escaping (ImportProgress) -> ImportDecision
  ) {
    self.plan = plan
    self.request = request
    self.connection = connection
    self.totalBytes = totalBytes
    self.report = report
    self.rejects = rejects
    self.held = held
    self.transaction = transaction
    self.resumed = resumed
    self.earlierTables = earlierTables
    count = RecordCounter(batchSize: transaction.batchSize)
    mappings = plan.tables.map { _ in nil }
    writers = plan.tables.map { _ in nil }
    references = plan.tables.map { _ in nil }
  }

  /// Top-level records read in this run, rejected ones included.
  var records: Int { count.records }

  /// Top-level records that an interrupted run has read, and that are in the file.
  var keptBefore: Int { resumed.reduce(0) { $0 + $1.recordCount } }

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
    if role == .record, let held { try held.refuseTurn(cells, table, places) }
    if references.isEmpty { return try writer.write(cells, as: role, places) }
    if role == .record, request.onConflict == .ignore,
      let outcome = try writer.keepExisting(cells, places)
    {
      // What the record refers to is not going to be in the file.
      return outcome
    }
    let given = cells
    var missing: [Int] = []
    for number in references.indices {
      let isThere = try database { () throws(DatabaseError) in
        try references[number].tracker.isSatisfied(cells)
      }
      if isThere { continue }
      missing.append(number)
      let reference = references[number]
      guard reference.deferred != nil else {
        if let held, !held.isSettling { throw HeldRecords.notYet(at: places.recordPlace) }
        continue
      }
      for column in reference.tracker.foreignKey.clearableColumns { cells[column] = .null }
    }
    let outcome = try writer.write(cells, as: role, places)
    if missing.isEmpty, references.allSatisfy({ $0.deferred == nil }) { return outcome }
    for (number, reference) in references.enumerated() {
      let isMissing = missing.contains(number)
      if isMissing { try noteMissing(given, reference, places) }
      guard let deferred = reference.deferred else { continue }
      try database { () throws(DatabaseError) in
        if isMissing {
          try deferred.keep(given, wasUnchanged: outcome.change == .unchanged)
        } else if outcome.change != .inserted, says(given, as: role, reference) {
          try deferred.forget(given)
        }
      }
    }
    return outcome
  }

  private func noteMissing(
    _ cells: [Cell],
    _ reference: Reference,
    _ places: some RowPlaces
  ) throws(ImportError) {
    let tracker = reference.tracker
    let place = places.place(ofColumn: tracker.foreignKey.columns[0])
    if let held, reference.deferred == nil {
      try database { () throws(DatabaseError) in try held.missing.note(cells, tracker, at: place) }
    } else if missingNotes != nil {
      missingNotes?.append(MissingNote(tracker: tracker, cells: cells, place: place))
    } else {
      try database { () throws(DatabaseError) in try tracker.noteMissing(cells, at: place) }
    }
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
  func beginRecords() {
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

  func writer(_ table: Int) -> RowWriter {
    if let writer = writers[table] { return writer }
    let writer = RowWriter(
      plan.tables[table],
      onConflict: request.onConflict,
      on: connection
    )
    writers[table] = writer
    return writer
  }

  func references(of table: Int) throws(ImportError) -> [Reference] {
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
            name: DeferredReferences.name(request, table: table, key: made.count),
            isPersistent: transaction.batchSize != nil || !resumed.isEmpty,
            on: connection
          )
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

  /// Lets the references of some tables be prepared again.
  func forgetReferences(where isForgotten: (Int) -> Bool) {
    for table in references.indices where isForgotten(table) { references[table] = nil }
  }

  func database<Result>(
    _ body: () throws(DatabaseError) -> Result
  ) throws(ImportError) -> Result {
    do { return try body() } catch { throw ImportError(error) }
  }
}
