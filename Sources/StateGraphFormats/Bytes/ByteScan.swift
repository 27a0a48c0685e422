/// Searches a buffer for the few bytes that a parser must handle, such as separators and quotes.
///
/// The search tests eight bytes at a time. This is much faster than a loop over single bytes.
struct ByteScan {
  private static let lowBits: UInt64 = 0x0101_0101_0101_0101
  private static let highBits: UInt64 = 0x8080_8080_8080_8080

  // Each constant repeats its byte eight times, because `firstStop` compares eight bytes at once.
  private let first: UInt64
  private let second: UInt64
  private let controlLimit: UInt64

  /// Creates a search that stops at `first`, at `second` and at every byte below `controlLimit`.
  ///
  /// - Parameter controlLimit: At least 1. The search then also stops at a zero byte, which marks
  ///   the end of the buffer.
  init(first: UInt8, second: UInt8, controlLimit: UInt8) {
    self.first = Self.lowBits &* UInt64(first)
    self.second = Self.lowBits &* UInt64(second)
    self.controlLimit = Self.lowBits &* UInt64(controlLimit)
  }

  /// Returns the index of the first byte at or after `start` at which the search stops.
  ///
  /// - Parameter seen: A value to which this method adds, by bitwise OR, all bytes before the
  ///   returned index. Pass the value to `isASCII` to check whether all these bytes are ASCII.
  @inline(__always)
  func firstStop(_ bytes: UnsafePointer<UInt8>, from start: Int, seen: inout UInt64) -> Int {
    // SAFETY: in the buffer of a `ByteSource`, 16 readable zero bytes follow the last byte of the
    // input. The search stops at a zero. Each load therefore begins at or before the first of these
    // 16 zeros. A load reads eight bytes, so the load ends inside the 16 zeros.
    var index = start
    while true {
      let raw = UnsafeRawPointer(bytes + index).loadUnaligned(as: UInt64.self)
      let word = UInt64(littleEndian: raw)
      let one = word ^ first
      let two = word ^ second
      // Bit 7 of each byte of `hits` is set if the search stops at that byte of `word`. A borrow of
      // the subtraction can set bit 7 wrongly, but only in a byte above a true hit.
      // `trailingZeroBitCount` finds the lowest hit, which is always a true one.
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
