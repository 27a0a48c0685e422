/// An unlimited sequence of pseudorandom numbers. The same key and message give the same sequence.
struct KeyStream {
  private let key: HMACKey
  private let seed: [UInt8]
  private var block: [UInt8]
  private var place = 0
  private var blockNumber: UInt64 = 0

  init(_ key: HMACKey, message: [UInt8]) {
    self.key = key
    seed = key.code(of: message)
    block = seed
  }

  /// Returns the next number of the sequence, from 0 to `limit - 1`. The limit is at most 2^16.
  ///
  /// Each number is made from two bytes. With the limits that masks use, which are at most 256, no
  /// number is more frequent than another one by 1 % or more.
  mutating func next(below limit: Int) -> Int {
    if place == block.count { refill() }
    let number = Int(block[place]) << 8 | Int(block[place + 1])
    place += 2
    return number % limit
  }

  private mutating func refill() {
    blockNumber += 1
    block = key.code(
      of: seed + (0..<8).map { UInt8(truncatingIfNeeded: blockNumber >> UInt64(56 - 8 * $0)) }
    )
    place = 0
  }
}
