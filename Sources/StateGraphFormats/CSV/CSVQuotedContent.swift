/// Collects the content of a quoted CSV field.
///
/// If the content has no doubled quote, the content stays in the record. Otherwise this type
/// copies the content to a scratch buffer, with one quote in place of each doubled quote.
struct CSVQuotedContent {
  private var pieceStart: Int
  private var scratchStart: Int?

  init(start: Int) {
    pieceStart = start
  }

  mutating func append(
    _ record: UnsafePointer<UInt8>,
    upTo end: Int,
    resumingAt next: Int,
    to scratch: ByteScratch
  ) {
    if scratchStart == nil { scratchStart = scratch.count }
    scratch.append(record + pieceStart, count: end - pieceStart)
    pieceStart = next
  }

  func finish(
    _ record: UnsafePointer<UInt8>,
    at end: Int,
    fieldStart: Int,
    to scratch: ByteScratch
  ) -> CSVFieldSpan {
    if scratchStart != nil { scratch.append(record + pieceStart, count: end - pieceStart) }
    return CSVFieldSpan(
      start: fieldStart,
      contentStart: scratchStart ?? pieceStart,
      contentLength: scratchStart.map { scratch.count - $0 } ?? end - pieceStart,
      isQuoted: true,
      isUnescaped: scratchStart != nil
    )
  }
}
