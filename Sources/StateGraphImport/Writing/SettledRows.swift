/// Nested records that were found to be in the file already, so that an author who is written out
/// in a thousand posts is compared with the file once.
///
/// Holds for one table. Whoever changes a row of the table calls `removeAll`: what was settled may
/// have become untrue.
struct SettledRows {
  /// Beyond this many records it is emptied and starts again.
  private static let limit = 50_000

  private var records = KeyTable()
  private var buffer = KeyBuffer()

  /// Whether the record is known to say nothing new. What has no value erases nothing, so only the
  /// values count.
  mutating func contains(_ cells: [Cell]) -> Bool {
    buffer.encodeValues(of: cells)
    return records.number(of: buffer.bytes) != nil
  }

  /// Remembers the record that was asked for last.
  mutating func insertLast() {
    if records.count >= Self.limit { records.removeAll() }
    _ = records.insert(buffer.bytes)
  }

  mutating func removeAll() {
    if records.count > 0 { records.removeAll() }
  }
}
