import StateGraphFormats

/// Remembers nested records whose values the database already has. If a thousand posts contain the
/// same author, the author is compared with the database only once.
///
/// Each table has its own `KnownRows`. Call `removeAll` after every change of a row of the table,
/// because a remembered record may then differ from its row.
struct KnownRows {
  /// The maximum number of remembered records. When it is reached, all of them are forgotten.
  private static let recordLimit = 50_000
  /// The maximum number of bytes of all remembered JSON objects. When it is reached, all of them
  /// are forgotten.
  private static let objectByteLimit = 4 << 20
  /// The maximum length in bytes of a JSON object that is remembered.
  private static let longestObject = 512

  private var records = KeyTable()
  private var objects = KeyTable()
  /// The cells of the row for each remembered JSON object. The index is the object's number in
  /// `objects`.
  private var rows: [[Cell]] = []
  private var buffer = KeyBuffer()
  /// Whether `buffer` holds a JSON object that can be remembered.
  private var holdsObject = false

  /// Returns whether the database row is known to have every value of the record. Absent cells are
  /// not compared, because they change nothing in the row.
  mutating func contains(_ cells: [Cell]) -> Bool {
    buffer.encodeValues(of: cells)
    return records.number(of: buffer) != nil
  }

  /// Remembers the record that was passed to the last call of `contains`.
  mutating func insertLast() {
    if records.count >= Self.recordLimit { records.removeAll() }
    _ = records.insert(buffer)
  }

  /// Returns the row of a remembered JSON object whose members are the same byte for byte. Returns
  /// nil if there is none, so that the members have to be resolved.
  mutating func row(of members: [JSONMember]) -> [Cell]? {
    holdsObject = buffer.encode(members)
    guard holdsObject, let number = objects.number(of: buffer) else { return nil }
    return rows[number]
  }

  /// Whether `insertObject` can remember the JSON object that was passed to the last call of
  /// `row(of:)`.
  var canInsertObject: Bool { holdsObject }

  /// Remembers the JSON object that was passed to the last call of `row(of:)`, with the cells of
  /// its row.
  mutating func insertObject(_ row: [Cell]) {
    holdsObject = false
    guard buffer.withBytes({ $0.count }) <= Self.longestObject else { return }
    if objects.count >= Self.recordLimit || objects.byteCount >= Self.objectByteLimit {
      removeObjects()
    }
    guard objects.insert(buffer).isNew else { return }
    rows.append(row)
  }

  mutating func removeAll() {
    if records.count > 0 { records.removeAll() }
    if objects.count > 0 { removeObjects() }
  }

  private mutating func removeObjects() {
    objects.removeAll()
    rows.removeAll()
  }
}
