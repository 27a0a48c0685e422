extension JSONReader {
  /// Moves to the next byte that matters and makes it the token's start; nil at the end.
  @inline(__always)
  func skipWhitespace() throws(ImportError) -> UInt8? {
    let byte = source.bytes[cursor]
    if byte > UInt8(ascii: " ") {
      startToken()
      return byte
    }
    return try skipSlowly()
  }

  @inline(__always)
  private func startToken() {
    tokenStart = cursor
    tokenContinuationBytes = continuationBytes
  }

  private func skipSlowly() throws(ImportError) -> UInt8? {
    while true {
      let byte = source.bytes[cursor]
      switch byte {
      case UInt8(ascii: " "), UInt8(ascii: "\t"):
        cursor += 1
      case UInt8(ascii: "\n"):
        endLine(isLineFeed: true)
      case UInt8(ascii: "\r"):
        endLine(isLineFeed: false)
      case 0 where cursor == source.count:
        startToken()
        guard try refillToken() else { return nil }
      default:
        startToken()
        return byte
      }
    }
  }

  func endLine(isLineFeed: Bool) {
    let completesReturn = isLineFeed && offsetBehindReturn == source.baseOffset + Int64(cursor)
    cursor += 1
    if !completesReturn { line += 1 }
    lineStart = source.baseOffset + Int64(cursor)
    if !isLineFeed { offsetBehindReturn = lineStart }
    continuationBytes = 0
  }

  /// Gets more bytes and drops all before the token, or before the kept value. Moves every
  /// position; a position that is not a property must be relative to `tokenStart`.
  func refillToken() throws(ImportError) -> Bool {
    let shift = keptStart ?? tokenStart
    cursor -= shift
    tokenStart -= shift
    if keptStart != nil { keptStart = 0 }
    do {
      return try source.refill(keeping: shift)
    } catch {
      throw error.located(at: (keptPlace ?? tokenPlace).inFile(source.name))
    }
  }

  /// Refuses what a smaller chunk would have made `refillToken` refuse.
  func checkLength() throws(ImportError) {
    guard cursor - (keptStart ?? tokenStart) > source.maximumFieldBytes else { return }
    throw source.oversizeError().located(at: (keptPlace ?? tokenPlace).inFile(source.name))
  }
}
