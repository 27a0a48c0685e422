/// The random generator of js-reactivity-benchmark: sfc32, with four MurmurHash3 values of a text
/// as its seed.
struct PseudoRandom {
  private var a: UInt32
  private var b: UInt32
  private var c: UInt32
  private var d: UInt32

  init(seed: String = "seed") {
    var hash = Self.hash(seed)
    a = Self.mixed(&hash)
    b = Self.mixed(&hash)
    c = Self.mixed(&hash)
    d = Self.mixed(&hash)
  }

  /// Returns a number that is at least 0 and less than 1.
  mutating func next() -> Double {
    var sum = a &+ b
    a = b ^ (b >> 9)
    b = c &+ (c << 3)
    c = Self.rotated(c, by: 21)
    d &+= 1
    sum &+= d
    c &+= sum
    return Double(sum) / 4_294_967_296
  }

  private static func hash(_ text: String) -> UInt32 {
    var hash: UInt32 = 2_166_136_261
    for unit in text.utf16 {
      hash ^= rotated(UInt32(unit) &* 3_432_918_353, by: 15) &* 461_845_907
      hash = rotated(hash, by: 13) &* 5 &+ 3_864_292_196
    }
    return hash ^ UInt32(text.utf16.count)
  }

  private static func mixed(_ hash: inout UInt32) -> UInt32 {
    hash ^= hash >> 16
    hash &*= 2_246_822_507
    hash ^= hash >> 13
    hash &*= 3_266_489_909
    hash ^= hash >> 16
    return hash
  }

  private static func rotated(_ word: UInt32, by count: UInt32) -> UInt32 {
    (word << count) | (word >> (32 - count))
  }
}
