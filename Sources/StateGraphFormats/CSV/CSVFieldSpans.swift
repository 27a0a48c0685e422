/// Where one field lies.
struct CSVFieldSpan {
  /// The first byte in the record, the opening quote included; what a place points at.
  var start: Int
  /// The first byte of the content, in the record or in the scratch.
  var contentStart: Int
  var contentLength: Int
  var isQuoted: Bool
  var isInScratch: Bool
}

/// The fields of the current record, in memory that is reused from record to record.
///
/// An Array would check uniqueness and bounds once per field, which is a tenth of the whole time.
final class CSVFieldSpans {
  private var base: UnsafeMutablePointer<CSVFieldSpan>
  private var capacity = 64

  init() {
    base = .allocate(capacity: capacity)
  }

  deinit {
    base.deallocate()
  }

  /// Call only with an index below the number of spans that were stored for this record.
  subscript(index: Int) -> CSVFieldSpan { base[index] }

  /// Stores the span at `index`, which is the number of spans stored before it.
  @inline(__always)
  func store(_ span: CSVFieldSpan, at index: Int) {
    if index == capacity { grow() }
    (base + index).initialize(to: span)
  }

  private func grow() {
    let larger = UnsafeMutablePointer<CSVFieldSpan>.allocate(capacity: 2 * capacity)
    larger.initialize(from: base, count: capacity)
    base.deallocate()
    base = larger
    capacity *= 2
  }
}
