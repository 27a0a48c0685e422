import StateGraphFormats
import StateGraphSQLite

/// Records that refer to rows which are not there yet, where such records are to be rejected one by
/// one: nothing of them is written before all inputs have been read.
///
/// They lie in tables of the file itself, whatever their number, and are committed with the rows
/// that were read before them, so that they survive the process.
final class HeldRecords {
  /// All are being written, to see which of them find their rows.
  private(set) var isSettling = false
  private(set) var isEmpty: Bool
  private let plan: ImportPlan
  private let connection: Connection
  /// Tells the records of this import from those of others that were interrupted.
  private let run: String
  private var input = 0
  /// The form of the last record, and the number under which it is stored.
  private var lastForm: (form: RecordForm, id: Int64)?
  private var key = KeyBuffer()
  let missing: HeldReferences

  init(_ plan: ImportPlan, run: String, on connection: Connection) throws(DatabaseError) {
    self.plan = plan
    self.run = run
    self.connection = connection
    missing = HeldReferences(on: connection)
    isEmpty = true
    if try HeldTables.exist(on: connection) {
      isEmpty =
        try connection.firstValue(
          "SELECT 1 FROM main.\(table: HeldTables.records) WHERE run = \(run) LIMIT 1"
        ) == nil
    }
  }

  /// What `ImportRun` throws where a record has to wait.
  static func notYet(at place: InputPlace?) -> ImportError {
    ImportError(
      .danglingReference,
      "the record refers to a row that is not there yet",
      place: place,
      cause: NotYet()
    )
  }

  private struct NotYet: Error {}

  static func isNotYet(_ error: ImportError) -> Bool { error.cause is NotYet }

  func beginInput(_ number: Int) { input = number }

  /// A record whose row a waiting record names has to wait as well, or it would come first; and in
  /// one input no two records may name a row.
  func refuseTurn(
    _ cells: [Cell],
    _ table: Int,
    _ places: some RowPlaces
  ) throws(ImportError) {
    guard !isEmpty, !isSettling, key.encode(cells, plan.tables[table].keyIndexes) else { return }
    guard let number = try lastInput(ofKey: key.bytes, table) else { return }
    guard number == input else { throw Self.notYet(at: places.recordPlace) }
    let plan = plan.tables[table]
    throw .repeatedKey(of: plan, at: places.place(ofColumn: plan.keyIndexes[0]))
  }

  /// Keeps a record for later. Returns false where one with its key waits already, of this input.
  func hold(_ record: RecordText, _ keyCells: [Cell]?) throws(ImportError) -> Bool {
    var keyBytes: [UInt8] = []
    let keyIndexes = plan.tables[record.table].keyIndexes
    if let keyCells, key.encode(keyCells, keyIndexes) {
      keyBytes = key.bytes
      if try lastInput(ofKey: keyBytes, record.table) == input { return false }
    }
    try database { () throws(DatabaseError) in
      if isEmpty { try HeldTables.create(on: connection) }
      isEmpty = false
      let form = try id(of: record.form)
      try connection.run(
        """
        INSERT INTO main.\(table: HeldTables.records)
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

  /// A record that waits, and its number.
  struct Held {
    let id: Int64
    let input: Int64
    let record: RecordText
  }

  /// The first of the waiting records behind `id`, in the order in which they were read. Not by the
  /// index of keys, which would have to sort all of them each time.
  func next(after id: Int64) throws(ImportError) -> Held? {
    try database { () throws(DatabaseError) in
      let statement = try connection.prepare(
        """
        SELECT r.id, input, target, form, file, line, position, byte, rejected, raw
        FROM main.\(table: HeldTables.records) AS r NOT INDEXED
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
      return Held(id: id, input: input, record: record)
    }
  }

  private static func unreadable(_ table: String) -> DatabaseError {
    DatabaseError(
      .schemaMismatch,
      "Records of the interrupted import wait for table \(printable(table)) and do not fit it.",
      remedy: "Import again with --restart."
    )
  }

  /// Forgets a record that has been rejected.
  func remove(_ id: Int64) throws(ImportError) {
    try database { () throws(DatabaseError) in
      try connection.run("DELETE FROM main.\(table: HeldTables.records) WHERE id = \(id)")
    }
  }

  /// Forgets all records of this import.
  func removeAll() throws(ImportError) {
    guard !isEmpty else { return }
    isEmpty = true
    lastForm = nil
    try database { () throws(DatabaseError) in
      try HeldTables.remove(run: run, on: connection)
    }
  }

  /// Lets the records be written although they refer to what is missing.
  func settling<Result>(
    _ body: () throws(ImportError) -> Result
  ) throws(ImportError) -> Result {
    isSettling = true
    defer { isSettling = false }
    return try body()
  }

  private func lastInput(ofKey key: [UInt8], _ table: Int) throws(ImportError) -> Int? {
    guard !isEmpty else { return nil }
    let value = try database { () throws(DatabaseError) in
      try connection.firstValue(
        """
        SELECT max(input) FROM main.\(table: HeldTables.records)
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
    var members = JSONLine()
    form.write(to: &members)
    members.end()
    let text = String(decoding: members.bytes, as: UTF8.self)
    try connection.run(
      "INSERT INTO main.\(table: HeldTables.forms) (run, members) VALUES (\(run), \(text))"
    )
    lastForm = (form, connection.lastInsertedRowID)
    return connection.lastInsertedRowID
  }

  private func form(_ id: Int64) throws(DatabaseError) -> RecordForm? {
    if let lastForm, lastForm.id == id { return lastForm.form }
    let text = try connection.firstValue(
      "SELECT members FROM main.\(table: HeldTables.forms) WHERE id = \(id)"
    )
    guard case .text(let members) = text, let form = RecordForm(text: members) else { return nil }
    lastForm = (form, id)
    return form
  }

  private func database<Result>(
    _ body: () throws(DatabaseError) -> Result
  ) throws(ImportError) -> Result {
    do { return try body() } catch { throw ImportError(error) }
  }
}
