/// Finds the next interesting byte, eight bytes at a time.
struct ByteScan {
  private static let lowBits: UInt64 = 0x0101_0101_0101_0101
  private static let highBits: UInt64 = 0x8080_8080_8080_8080

  /// Repeated in every byte of the word, as the subtraction trick needs it.
  private let first: UInt64
  private let second: UInt64
  private let controlLimit: UInt64

  /// Stops at `first`, at `second` and at every byte below `controlLimit`.
  ///
  /// `controlLimit` is at least 1, so that the zeros behind the last byte of a source are a stop.
  init(first: UInt8, second: UInt8, controlLimit: UInt8) {
    self.first = Self.lowBits &* UInt64(first)
    self.second = Self.lowBits &* UInt64(second)
    self.controlLimit = Self.lowBits &* UInt64(controlLimit)
  }

  /// The index of the first stop at or after `start`.
  ///
  /// `seen` collects the bits of all bytes passed over, so `seen & highBits` tells afterwards
  /// whether any of them was not ASCII.
  @inline(__always)
  func firstStop(_ bytes: UnsafePointer<UInt8>, from start: Int, seen: inout UInt64) -> Int {
    // SAFETY: a source ends with a zero and 15 more readable bytes, and the zero is a stop, so no
    // load begins behind it.
    var index = start
    while true {
      let raw = UnsafeRawPointer(bytes + index).loadUnaligned(as: UInt64.self)
      let word = UInt64(littleEndian: raw)
      let one = word ^ first
      let two = word ^ second
      // A borrow can make a byte look like a hit only above a true hit, and the lowest counts.
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
