import StateGraphFormats

/// Nested records that were found to be in the file already, so that an author who is written out
/// in a thousand posts is compared with the file once.
///
/// Holds for one table. Whoever changes a row of the table calls `removeAll`: what was settled may
/// have become untrue.
struct SettledRows {
  /// Beyond this many records it is emptied and starts again.
  private static let limit = 50_000
  /// The same for the bytes of documents.
  private static let documentByteLimit = 4 << 20
  /// A longer one is not worth the room.
  private static let longestDocument = 512

  private var records = KeyTable()
  private var documents = KeyTable()
  /// The row that each document means, by its number.
  private var rows: [[Cell]] = []
  private var buffer = KeyBuffer()
  /// Whether `buffer` holds a document that can be settled.
  private var holdsDocument = false

  /// Whether the record is known to say nothing new. What has no value erases nothing, so only the
  /// values count.
  mutating func contains(_ cells: [Cell]) -> Bool {
    buffer.encodeValues(of: cells)
    return records.number(of: buffer) != nil
  }

  /// Remembers the record that was asked for last.
  mutating func insertLast() {
    if records.count >= Self.limit { records.removeAll() }
    _ = records.insert(buffer)
  }

  /// The row of an object that is written letter by letter like one that was settled, without
  /// asking what its members mean. Nil where it has to be read.
  mutating func row(of members: [JSONMember]) -> [Cell]? {
    holdsDocument = buffer.encode(members)
    guard holdsDocument, let number = documents.number(of: buffer) else { return nil }
    return rows[number]
  }

  /// Whether the object that was asked for last is one for `insertDocument`.
  var canInsertDocument: Bool { holdsDocument }

  /// Remembers the object that was asked for last, and its row.
  mutating func insertDocument(_ row: [Cell]) {
    holdsDocument = false
    guard buffer.withBytes({ $0.count }) <= Self.longestDocument else { return }
    if documents.count >= Self.limit || documents.byteCount >= Self.documentByteLimit {
      removeDocuments()
    }
    guard documents.insert(buffer).isNew else { return }
    rows.append(row)
  }

  mutating func removeAll() {
    if records.count > 0 { records.removeAll() }
    if documents.count > 0 { removeDocuments() }
  }

  private mutating func removeDocuments() {
    documents.removeAll()
    rows.removeAll()
  }
}
