import Glibc

extension JSONReader {
  /// Reads a key that stands in the input as in `quoted`, with its quotes, and the colon behind it.
  /// `tokenPlace` is its place then. Returns false, and has read nothing, where something else
  /// comes or the buffer ends too early to tell.
  ///
  /// `quoted` must be ASCII without escapes, as the reader has read it before.
  @inline(__always)
  func skipKey(_ quoted: UnsafeRawBufferPointer) -> Bool {
    let bytes = source.bytes
    var start = cursor
    switch expectation {
    case .firstKey:
      break
    case .commaOrEnd where isInObject && bytes[start] == UInt8(ascii: ","):
      start += 1
      if bytes[start] == UInt8(ascii: " ") { start += 1 }
    default:
      return false
    }
    let end = start + quoted.count
    guard end < source.count, bytes[end] == UInt8(ascii: ":"),
      end - (keptStart ?? start) <= source.maximumFieldBytes,
      let key = quoted.baseAddress, memcmp(bytes + start, key, quoted.count) == 0
    else { return false }
    tokenStart = start
    tokenContinuationBytes = continuationBytes
    cursor = end + 1
    expectation = .value
    return true
  }
}
