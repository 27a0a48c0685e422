/// The position of one CSV field, and of the content without the quotes, in bytes.
///
/// The positions are offsets and not pointers. They stay valid if the record moves in memory.
@usableFromInline
struct CSVFieldSpan {
  /// The offset of the field from the start of its record, in bytes.
  ///
  /// For a quoted field, this is the offset of the opening quote.
  let start: Int
  /// The offset of the first byte of the content.
  ///
  /// If `isUnescaped` is true, this is an offset in `CSVFields.scratch`. Otherwise it is an
  /// offset in the record.
  @usableFromInline let contentStart: Int
  @usableFromInline let contentLength: Int
  @usableFromInline var isQuoted: Bool
  /// Whether the content is a copy in `CSVFields.scratch`.
  ///
  /// The reader copies a field only if it contains doubled quotes. For example, the copy of
  /// `"a""b"` is `a"b`.
  @usableFromInline let isUnescaped: Bool

  init(start: Int, contentStart: Int, contentLength: Int, isQuoted: Bool, isUnescaped: Bool) {
    self.start = start
    self.contentStart = contentStart
    self.contentLength = contentLength
    self.isQuoted = isQuoted
    self.isUnescaped = isUnescaped
  }
}

/// The fields of the current CSV record. The reader reuses the memory for every record.
///
/// The fields are in manually allocated memory. With an `Array`, uniqueness and bounds checks would
/// take a tenth of the reading time.
///
/// The properties skip the run-time checks of exclusive access. This is safe because only one
/// thread uses a reader.
@usableFromInline
final class CSVFields {
  /// The number of fields in the current record.
  ///
  /// Elements of `spans` at this index and above belong to earlier records.
  @exclusivity(unchecked) @usableFromInline private(set) var count = 0
  @exclusivity(unchecked) @usableFromInline private(set) var spans:
    UnsafeMutablePointer<CSVFieldSpan>
  /// The first byte of the current record.
  ///
  /// `finish` sets this pointer at the end of the record. Until then, the record can move in
  /// memory.
  @exclusivity(unchecked) @usableFromInline private(set) var record: UnsafeRawPointer?
  /// The first byte of `scratch`, which contains the fields that had doubled quotes.
  ///
  /// `finish` sets this pointer at the end of the record. Until then, the bytes of `scratch` can
  /// move.
  @exclusivity(unchecked) @usableFromInline private(set) var unescaped: UnsafeRawPointer?

  @exclusivity(unchecked) private var capacity = 64
  /// Copies of the fields that contain doubled quotes.
  ///
  /// For example, the copy of `"a""b"` is `a"b`.
  let scratch = ByteScratch()

  init() {
    spans = .allocate(capacity: capacity)
  }

  deinit {
    spans.deallocate()
  }

  /// Returns the content of the field at `index`, without its quotes.
  ///
  /// The bytes are valid until the reader moves to the next record.
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

  /// Returns whether the field at `index` was written in quotes or with an escape, so that it is a
  /// text and not a spelling of NULL.
  @inlinable
  func isQuoted(_ index: Int) -> Bool {
    precondition(index >= 0 && index < count, "no such field in this record")
    return spans[index].isQuoted
  }

  /// Returns the offset in the record at which the field at `index` starts.
  ///
  /// For a quoted field, this is the offset of the opening quote.
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

  /// Sets the pointers through which `content(_:)` reads the fields.
  ///
  /// Call this once for each record, when all bytes of the record are in the buffer.
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
