/// An unlimited sequence of numbers that depends on a key and a message.
struct KeyStream {
  private let key: HMACKey
  private let seed: [UInt8]
  private var block: [UInt8]
  private var place = 0
  private var blockNumber: UInt64 = 0

  init(_ key: HMACKey, _ message: [UInt8]) {
    self.key = key
    seed = key.code(of: message)
    block = seed
  }

  /// Returns a number below `limit`, which is at most 2^16.
  ///
  /// Two bytes make a number. For the limits of masks, the numbers differ in their frequency by
  /// less than 1 %.
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
