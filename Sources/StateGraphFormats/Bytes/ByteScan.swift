/// Searches a buffer for the bytes that a parser has to handle. Tests eight bytes at a time.
struct ByteScan {
  private static let lowBits: UInt64 = 0x0101_0101_0101_0101
  private static let highBits: UInt64 = 0x8080_8080_8080_8080

  // Each constant repeats its byte eight times, because `firstStop` compares eight bytes at once.
  private let first: UInt64
  private let second: UInt64
  private let controlLimit: UInt64

  /// Creates a search that stops at `first`, at `second` and at every byte below `controlLimit`.
  ///
  /// - Parameter controlLimit: At least 1, so that the search stops at the zeros after the last
  ///   byte of the buffer.
  init(first: UInt8, second: UInt8, controlLimit: UInt8) {
    self.first = Self.lowBits &* UInt64(first)
    self.second = Self.lowBits &* UInt64(second)
    self.controlLimit = Self.lowBits &* UInt64(controlLimit)
  }

  /// Returns the index of the first byte at or after `start` at which the search stops.
  ///
  /// - Parameter seen: Collects the bits of all bytes before the stop. `isASCII(seen)` is then
  ///   false if one of these bytes is not ASCII.
  @inline(__always)
  func firstStop(_ bytes: UnsafePointer<UInt8>, from start: Int, seen: inout UInt64) -> Int {
    // SAFETY: 16 readable zeros follow the last byte of a source, and the search stops at a zero. A
    // load thus begins at or before the first zero, and reads eight bytes at most.
    var index = start
    while true {
      let raw = UnsafeRawPointer(bytes + index).loadUnaligned(as: UInt64.self)
      let word = UInt64(littleEndian: raw)
      let one = word ^ first
      let two = word ^ second
      // The borrow of a subtraction can mark a byte wrongly, but only above a byte that is marked
      // correctly. Only the lowest mark is used, so the result is correct.
      let hits =
        (((one &- Self.lowBits) & ~one) | ((two &- Self.lowBits) & ~two)
          | ((word &- controlLimit) & ~word)) & Self.highBits
      if hits == 0 {
        seen |= word
        index &+= 8
      } else {
        let distance = hits.trailingZeroBitCount >> 3
        seen |= word & ((1 &<< UInt64(distance &* 8)) &- 1)
        return index &+ distance
      }
    }
  }

  @inline(__always)
  static func isASCII(_ seen: UInt64) -> Bool { seen & highBits == 0 }
}
