import StateGraphFormats

/// A cache of nested records whose values are already in the database.
///
/// For example, a thousand posts may contain the same author. The import then compares the author
/// with the database only once.
///
/// Call `removeAll` after every change of a row of the table, because a cached record may then
/// differ from its row.
struct KnownRows {
  /// The maximum number of cached records.
  ///
  /// When the cache is full, all records are removed before the next one is inserted.
  private static let recordLimit = 50_000
  /// The maximum total length of all cached JSON objects, in bytes.
  ///
  /// When this length is reached, all objects are removed before the next one is inserted.
  private static let objectByteLimit = 4 << 20
  /// The maximum length of a cached JSON object, in bytes. The limit bounds the memory.
  private static let longestObject = 512

  private var records = KeyTable()
  private var objects = KeyTable()
  /// One element for each cached JSON object: its column values.
  ///
  /// The index is the number of the object in `objects`.
  private var rows: [[Cell]] = []
  private var buffer = KeyBuffer()
  /// Whether `buffer` contains the encoding of a JSON object.
  ///
  /// The cache cannot contain an object with nested values, because such an object has no encoding.
  private var holdsObject = false

  /// Returns whether the database is known to contain all values of this record.
  ///
  /// The result ignores columns without a value in the record, because the import would not change
  /// them.
  mutating func contains(_ cells: [Cell]) -> Bool {
    buffer.encodeValues(of: cells)
    return records.number(of: buffer) != nil
  }

  /// Inserts the record that was passed to the last call of `contains`.
  ///
  /// `buffer` still contains the encoding of this record.
  mutating func insertLast() {
    if records.count >= Self.recordLimit { records.removeAll() }
    _ = records.insert(buffer)
  }

  /// Returns the column values of an earlier JSON object with the same members in the same order.
  ///
  /// Returns nil if the cache contains no such object. The caller must then assign each member to a
  /// column.
  mutating func row(of members: [JSONMember]) -> [Cell]? {
    holdsObject = buffer.encode(members)
    guard holdsObject, let number = objects.number(of: buffer) else { return nil }
    return rows[number]
  }

  /// Whether `insertObject` can insert the JSON object of the last call of `row(of:)`.
  ///
  /// False for an object with nested values.
  var canInsertObject: Bool { holdsObject }

  /// Inserts the JSON object that was passed to the last call of `row(of:)`, with its column
  /// values.
  ///
  /// Does nothing if the object is longer than `longestObject`.
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
