/// The position of one field in its record.
@usableFromInline
struct CSVFieldSpan {
  /// The offset in the record at which the field starts. For a quoted field, this is the opening
  /// quote.
  let start: Int
  /// The offset of the content's first byte: in `scratch` if `isUnescaped` is true, otherwise in
  /// the record.
  @usableFromInline let contentStart: Int
  @usableFromInline let contentLength: Int
  @usableFromInline let isQuoted: Bool
  /// Whether the content is a copy in `scratch`, in which each doubled quote has become a single
  /// one.
  @usableFromInline let isUnescaped: Bool

  init(start: Int, contentStart: Int, contentLength: Int, isQuoted: Bool, isUnescaped: Bool) {
    self.start = start
    self.contentStart = contentStart
    self.contentLength = contentLength
    self.isQuoted = isQuoted
    self.isUnescaped = isUnescaped
  }
}

/// The fields of the current CSV record. The memory is reused for every record.
///
/// The spans are not in an Array, because the uniqueness and bounds checks of Array for each field
/// take a tenth of the time of reading a file. For the same reason the properties are exempt from
/// the run-time checks of exclusive access. That is safe because only one thread uses a reader, and
/// no access overlaps another.
@usableFromInline
final class CSVFields {
  /// The number of fields in the current record.
  @exclusivity(unchecked) @usableFromInline private(set) var count = 0
  @exclusivity(unchecked) @usableFromInline private(set) var spans:
    UnsafeMutablePointer<CSVFieldSpan>
  /// The first byte of the record. It is set at the end of the record, because reading more bytes
  /// moves the record in memory.
  @exclusivity(unchecked) @usableFromInline private(set) var record: UnsafeRawPointer?
  /// The first byte of the unescaped fields in `scratch`. It is set together with `record`.
  @exclusivity(unchecked) @usableFromInline private(set) var unescaped: UnsafeRawPointer?

  @exclusivity(unchecked) private var capacity = 64
  /// A copy of the fields that contain doubled quotes, with single quotes instead.
  let scratch = ByteScratch()

  init() {
    spans = .allocate(capacity: capacity)
  }

  deinit {
    spans.deallocate()
  }

  /// Returns the content of a field, without its quotes. Valid until the next record is read.
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

  /// Returns whether a field was written in quotes.
  @inlinable
  func isQuoted(_ index: Int) -> Bool {
    precondition(index >= 0 && index < count, "no such field in this record")
    return spans[index].isQuoted
  }

  /// Returns the offset in the record at which a field starts. For a quoted field, this is the
  /// opening quote.
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

  /// Makes the contents of the fields readable. Call once for each record, when all of its bytes
  /// are in the buffer.
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
