import StateGraphFormats
import StateGraphSQLite

/// Stores deferred records, which refer to rows that do not exist yet, or whose unique values
/// another row still has.
///
/// The import writes a deferred record after it has read all inputs. If the row to which the record
/// refers is still missing, or the other row still has the values, the record is rejected. Only an
/// import that commits in batches defers records.
///
/// The records are in tables of the database file, and are committed together with imported rows.
/// Many records therefore need little memory, and an interrupted import does not lose them.
///
/// Only the thread that runs the import uses this object.
final class DeferredRecords: RecordsReadAgain {
  /// Whether the import is writing the deferred records. If true, no record is deferred again.
  private(set) var isWriting = false
  private(set) var isEmpty: Bool
  private let plan: ImportPlan
  private let connection: Connection
  /// The fingerprint of this import.
  ///
  /// The same tables may contain records of other interrupted imports, which have other
  /// fingerprints.
  private let run: String
  /// The index of the input that is being read.
  private var input = 0
  /// The format and CSV options of the record that was stored or read last, and their id in the
  /// table of forms.
  ///
  /// Consecutive records usually have the same form, so most records need no query for it.
  private var lastForm: (form: RecordForm, id: Int64)?
  private var key = KeyBuffer()
  /// The references of deferred records to missing rows.
  ///
  /// The import checks these references again after it has written all deferred records.
  let references: DeferredRecordReferences

  var currentPlace: InputPlace? { references.current?.record.start }

  init(_ plan: ImportPlan, run: String, on connection: Connection) throws(DatabaseError) {
    self.plan = plan
    self.run = run
    self.connection = connection
    references = DeferredRecordReferences(on: connection)
    isEmpty = true
    if try DeferredRecordTables.exist(on: connection) {
      isEmpty =
        try connection.firstValue(
          "SELECT 1 FROM main.\(table: DeferredRecordTables.records) WHERE run = \(run) LIMIT 1"
        ) == nil
    }
  }

  func beginInput(_ number: Int) { input = number }

  /// Returns whether a record must wait for a deferred record with the same key from an earlier
  /// input.
  ///
  /// The record of the later input must be written last, because its values override the earlier
  /// ones.
  ///
  /// - Throws: An error if the same input has a deferred record with this key. A key may occur only
  ///   once in an input.
  func mustWait(
    _ cells: [Cell],
    table: Int,
    places: some RowPlaces
  ) throws(ImportError) -> Bool {
    guard !isEmpty, !isWriting, key.encode(cells, indexes: plan.tables[table].keyIndexes),
      let number = try lastInput(ofKey: key.bytes, table)
    else { return false }
    guard number == input else { return true }
    let plan = plan.tables[table]
    throw .repeatedKey(of: plan, at: places.place(ofColumn: plan.keyIndexes[0]))
  }

  /// Stores a record until all inputs have been read.
  ///
  /// Returns false and stores nothing if the same input already has a deferred record with this
  /// key.
  ///
  /// - Parameters:
  ///   - record: The text of the record.
  ///   - keyCells: The values of the record, of which this method uses only the primary key. Nil if
  ///     the key is not known.
  func insert(_ record: RecordText, key keyCells: [Cell]?) throws(ImportError) -> Bool {
    var keyBytes: [UInt8] = []
    let keyIndexes = plan.tables[record.table].keyIndexes
    if let keyCells, key.encode(keyCells, indexes: keyIndexes) {
      keyBytes = key.bytes
      if try lastInput(ofKey: keyBytes, record.table) == input { return false }
    }
    try convertingDatabaseErrors { () throws(DatabaseError) in
      if isEmpty { try DeferredRecordTables.create(on: connection) }
      isEmpty = false
      let form = try id(of: record.form)
      try connection.run(
        """
        INSERT INTO main.\(table: DeferredRecordTables.records)
        (run, input, target, key, form, file, line, position, byte, rejected, raw)
        VALUES (\(run), \(input), \(plan.tables[record.table].name),
        \(SQLiteValue.blob(keyBytes)), \(form),
        \(record.start.file), \(record.start.line), \(record.start.column),
        \(record.start.byteOffset), \(record.wasRejected ? 1 : 0),
        \(SQLiteValue.blob(record.bytes)))
        """
      )
    }
    return true
  }

  /// A deferred record with its id and the index of its input.
  struct Entry {
    let id: Int64
    let input: Int64
    let record: RecordText
  }

  /// Returns the first deferred record whose id is greater than `id`, or nil if there is none.
  ///
  /// The ids follow the order in which the records were read.
  func next(after id: Int64) throws(ImportError) -> Entry? {
    try convertingDatabaseErrors { () throws(DatabaseError) in
      // `NOT INDEXED` makes SQLite scan in the order of the ids. With the index of the keys, SQLite
      // would sort all records in every call.
      let statement = try connection.prepare(
        """
        SELECT r.id, input, target, form, file, line, position, byte, rejected, raw
        FROM main.\(table: DeferredRecordTables.records) AS r NOT INDEXED
        WHERE r.run = \(run) AND r.id > \(id) ORDER BY r.id LIMIT 1
        """ as SQL
      )
      defer { statement.reset() }
      guard try statement.step() else { return nil }
      let target = statement.text(at: 2)
      guard let table = plan.tableIndex(target), case .blob(let raw) = statement.value(at: 9) else {
        throw Self.unreadable(target)
      }
      let start = InputPlace(
        file: statement.text(at: 4),
        line: Int(statement.integer(at: 5)),
        column: Int(statement.integer(at: 6)),
        byteOffset: statement.integer(at: 7)
      )
      let (id, input, formID) = (
        statement.integer(at: 0), statement.integer(at: 1), statement.integer(at: 3)
      )
      let wasRejected = statement.integer(at: 8) != 0
      statement.reset()
      guard let form = try form(formID) else { throw Self.unreadable(target) }
      let record = RecordText(
        table: table,
        form: form,
        bytes: raw,
        start: start,
        wasRejected: wasRejected
      )
      return Entry(id: id, input: input, record: record)
    }
  }

  private static func unreadable(_ table: String) -> DatabaseError {
    DatabaseError(
      .schemaMismatch,
      "The interrupted import has deferred records that do not fit table \(printable(table)).",
      remedy: "Import again with --restart."
    )
  }

  /// Returns the id of the deferred record that begins at a position. Nil if there is none.
  func id(at place: InputPlace) throws(ImportError) -> Int64? {
    let value = try convertingDatabaseErrors { () throws(DatabaseError) in
      try connection.firstValue(
        """
        SELECT id FROM main.\(table: DeferredRecordTables.records)
        WHERE run = \(run) AND file = \(place.file) AND byte = \(place.byteOffset)
        """
      )
    }
    guard case .integer(let id) = value else { return nil }
    return id
  }

  /// Removes a deferred record. The import calls this after it has rejected the record.
  func remove(_ id: Int64) throws(ImportError) {
    try convertingDatabaseErrors { () throws(DatabaseError) in
      try connection.run("DELETE FROM main.\(table: DeferredRecordTables.records) WHERE id = \(id)")
    }
  }

  /// Removes all deferred records of this import. The import calls this after it has written
  /// them.
  func removeAll() throws(ImportError) {
    guard !isEmpty else { return }
    isEmpty = true
    lastForm = nil
    try convertingDatabaseErrors { () throws(DatabaseError) in
      try DeferredRecordTables.remove(run: run, on: connection)
    }
  }

  /// Runs `body`, which writes the deferred records. During the call, no record is deferred again.
  func writing<Result>(
    _ body: () throws(ImportError) -> Result
  ) throws(ImportError) -> Result {
    isWriting = true
    defer { isWriting = false }
    return try body()
  }

  /// Returns the index of the last input that has a deferred record with this key. Nil if there is
  /// no such record.
  private func lastInput(ofKey key: [UInt8], _ table: Int) throws(ImportError) -> Int? {
    guard !isEmpty else { return nil }
    let value = try convertingDatabaseErrors { () throws(DatabaseError) in
      try connection.firstValue(
        """
        SELECT max(input) FROM main.\(table: DeferredRecordTables.records)
        WHERE run = \(run) AND target = \(plan.tables[table].name)
        AND key = \(SQLiteValue.blob(key))
        """
      )
    }
    guard case .integer(let number) = value else { return nil }
    return Int(number)
  }

  private func id(of form: RecordForm) throws(DatabaseError) -> Int64 {
    if let lastForm, lastForm.form == form { return lastForm.id }
    try connection.run(
      """
      INSERT INTO main.\(table: DeferredRecordTables.forms) (run, members)
      VALUES (\(run), \(form.text))
      """
    )
    lastForm = (form, connection.lastInsertedRowID)
    return connection.lastInsertedRowID
  }

  private func form(_ id: Int64) throws(DatabaseError) -> RecordForm? {
    if let lastForm, lastForm.id == id { return lastForm.form }
    let text = try connection.firstValue(
      "SELECT members FROM main.\(table: DeferredRecordTables.forms) WHERE id = \(id)"
    )
    guard case .text(let members) = text, let form = RecordForm(text: members) else { return nil }
    lastForm = (form, id)
    return form
  }
}
