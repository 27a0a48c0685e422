/// Searches for certain bytes, eight bytes at a time.
struct ByteScan {
  private static let lowBits: UInt64 = 0x0101_0101_0101_0101
  private static let highBits: UInt64 = 0x8080_8080_8080_8080

  // Each of the three bytes fills a whole word, for the subtraction in `firstStop`.
  private let first: UInt64
  private let second: UInt64
  private let controlLimit: UInt64

  /// Stops at `first`, at `second` and at every byte below `controlLimit`.
  ///
  /// - Parameter controlLimit: At least 1, so that the search stops at the zeros behind the last
  ///   byte of a source.
  init(first: UInt8, second: UInt8, controlLimit: UInt8) {
    self.first = Self.lowBits &* UInt64(first)
    self.second = Self.lowBits &* UInt64(second)
    self.controlLimit = Self.lowBits &* UInt64(controlLimit)
  }

  /// The index of the first stop at or after `start`.
  ///
  /// - Parameter seen: Collects the bits of all bytes before the stop. `isASCII(seen)` is false if
  ///   one of them is not ASCII.
  @inline(__always)
  func firstStop(_ bytes: UnsafePointer<UInt8>, from start: Int, seen: inout UInt64) -> Int {
    // SAFETY: 16 readable zeros follow the last byte of a source, and a zero is a stop. A load thus
    // begins at or before the first zero, and reads eight bytes at most.
    var index = start
    while true {
      let raw = UnsafeRawPointer(bytes + index).loadUnaligned(as: UInt64.self)
      let word = UInt64(littleEndian: raw)
      let one = word ^ first
      let two = word ^ second
      // A borrow marks wrong bytes only above a right one, and the lowest mark is used.
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
