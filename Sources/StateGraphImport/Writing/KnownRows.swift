import StateGraphFormats

/// Nested records whose values the file is known to have, so that an author who is written out in a
/// thousand posts is compared with the file once.
///
/// One value serves one table. Call `removeAll` after every change of a row of the table, since a
/// remembered record may then differ from its row.
struct KnownRows {
  /// The number of records that are remembered before all of them are forgotten.
  private static let recordLimit = 50_000
  /// The number of bytes of all objects before all of them are forgotten.
  private static let objectByteLimit = 4 << 20
  /// Longer objects are not remembered.
  private static let longestObject = 512

  private var records = KeyTable()
  private var objects = KeyTable()
  /// The cells of each object's row, by the object's number in `objects`.
  private var rows: [[Cell]] = []
  private var buffer = KeyBuffer()
  /// Whether `buffer` holds an object that can be remembered.
  private var holdsObject = false

  /// Whether the row has every value of the record. Only values count: a member without a value
  /// changes nothing in the row.
  mutating func contains(_ cells: [Cell]) -> Bool {
    buffer.encodeValues(of: cells)
    return records.number(of: buffer) != nil
  }

  /// Remembers the record of the last call of `contains`.
  mutating func insertLast() {
    if records.count >= Self.recordLimit { records.removeAll() }
    _ = records.insert(buffer)
  }

  /// The cells of an object whose members are byte for byte those of a remembered object. Nil where
  /// none is: the members have to be resolved then.
  mutating func row(of members: [JSONMember]) -> [Cell]? {
    holdsObject = buffer.encode(members)
    guard holdsObject, let number = objects.number(of: buffer) else { return nil }
    return rows[number]
  }

  /// Whether the object of the last call of `row(of:)` can be passed to `insertObject`.
  var canInsertObject: Bool { holdsObject }

  /// Remembers the object of the last call of `row(of:)`, and the cells of its row.
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
