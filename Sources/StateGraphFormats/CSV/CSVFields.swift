/// The position of one field in its record.
@usableFromInline
struct CSVFieldSpan {
  /// The offset of the first byte in the record. For a quoted field, this is the opening quote.
  let start: Int
  /// The offset of the first byte of the content, in the record or in the unescaped text.
  @usableFromInline let contentStart: Int
  @usableFromInline let contentLength: Int
  @usableFromInline let isQuoted: Bool
  /// Whether the content is a copy in which the doubled quotes are halved.
  @usableFromInline let isUnescaped: Bool

  init(start: Int, contentStart: Int, contentLength: Int, isQuoted: Bool, isUnescaped: Bool) {
    self.start = start
    self.contentStart = contentStart
    self.contentLength = contentLength
    self.isQuoted = isQuoted
    self.isUnescaped = isUnescaped
  }
}

/// The fields of the current record, in memory that is reused from record to record.
///
/// The spans are not in an Array: its checks of uniqueness and bounds for each field take a tenth
/// of the time of a whole read. For the same reason the properties are exempt from the run-time
/// checks of exclusive access; one thread uses a reader, and no access overlaps another.
@usableFromInline
final class CSVFields {
  /// The number of fields.
  @exclusivity(unchecked) @usableFromInline private(set) var count = 0
  @exclusivity(unchecked) @usableFromInline private(set) var spans:
    UnsafeMutablePointer<CSVFieldSpan>
  /// The first byte of the record. Set at the end of the record, since a refill moves its bytes.
  @exclusivity(unchecked) @usableFromInline private(set) var record: UnsafeRawPointer?
  /// The first byte of the fields whose quotes were halved. Set with `record`.
  @exclusivity(unchecked) @usableFromInline private(set) var unescaped: UnsafeRawPointer?

  @exclusivity(unchecked) private var capacity = 64
  /// The content of fields with doubled quotes.
  let scratch = ByteScratch()

  init() {
    spans = .allocate(capacity: capacity)
  }

  deinit {
    spans.deallocate()
  }

  /// The content of a field, without quotes. Valid until the next record is read.
  @inlinable
  func content(_ index: Int) -> UnsafeRawBufferPointer {
    precondition(index >= 0 && index < count, "no such field in this record")
    let span = spans[index]
    let text = span.isUnescaped ? unescaped : record
    return UnsafeRawBufferPointer(
      start: text.map { $0 + span.contentStart },
      count: span.contentLength
    )
  }

  /// Whether a field was written in quotes.
  @inlinable
  func isQuoted(_ index: Int) -> Bool {
    precondition(index >= 0 && index < count, "no such field in this record")
    return spans[index].isQuoted
  }

  /// The offset in the record at which a field starts, at its opening quote if it has one.
  func start(_ index: Int) -> Int {
    precondition(index >= 0 && index < count, "no such field in this record")
    return spans[index].start
  }

  func removeAll() {
    count = 0
    scratch.removeAll()
  }

  @inline(__always)
  func append(_ span: CSVFieldSpan) {
    if count == capacity { grow() }
    (spans + count).initialize(to: span)
    count += 1
  }

  /// Makes the contents readable. Call once, when all bytes of the record are in the buffer.
  func finish(_ record: UnsafePointer<UInt8>) {
    self.record = UnsafeRawPointer(record)
    unescaped = UnsafeRawPointer(scratch.bytes)
  }

  private func grow() {
    let larger = UnsafeMutablePointer<CSVFieldSpan>.allocate(capacity: 2 * capacity)
    larger.initialize(from: spans, count: capacity)
    spans.deallocate()
    spans = larger
    capacity *= 2
  }
}
