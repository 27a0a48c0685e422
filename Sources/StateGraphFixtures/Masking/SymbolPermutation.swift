/// Replaces a sequence of symbols by another one, so that different sequences stay different.
///
/// A symbol is a small number, such as 0–25 for a letter and 0–9 for a digit. The permutation is a
/// Feistel network: each round adds numbers to one half of the sequence, and these numbers depend
/// on the key and on the other half. Every round can be reversed with the key, so no two sequences
/// get the same result. The time grows in proportion to the length.
struct SymbolPermutation {
  private static let shortRoundCount = 10
  /// Four rounds are enough for a sequence of `longCount` symbols or more, because each half of it
  /// has very many possible values.
  private static let longRoundCount = 4
  private static let longCount = 64

  let key: HMACKey

  /// Replaces all symbols of a sequence in place.
  ///
  /// - Parameters:
  ///   - symbols: The symbols. Each is below its limit.
  ///   - limits: One element for each symbol: how many values it can have, from 1 to 256.
  ///   - tweak: Chooses one of the many permutations that the key has.
  func apply(to symbols: inout [UInt8], limits: [UInt16], tweak: [UInt8]) {
    guard symbols.count > 1 else {
      guard let symbol = symbols.first else { return }
      symbols[0] = shuffled(Int(limits[0]), tweak: tweak)[Int(symbol)]
      return
    }
    let middle = symbols.count / 2
    let isLong = symbols.count >= Self.longCount
    for round in 0..<(isLong ? Self.longRoundCount : Self.shortRoundCount) {
      let isFirstHalf = round.isMultiple(of: 2)
      let target = isFirstHalf ? 0..<middle : middle..<symbols.count
      let source = isFirstHalf ? middle..<symbols.count : 0..<middle
      var stream = KeyStream(key, message: tweak + [UInt8(round)] + symbols[source])
      for index in target {
        let limit = Int(limits[index])
        symbols[index] = UInt8((Int(symbols[index]) + stream.next(below: limit)) % limit)
      }
    }
  }

  /// Returns the numbers below `count` in an order that depends on the key and the tweak.
  private func shuffled(_ count: Int, tweak: [UInt8]) -> [UInt8] {
    var stream = KeyStream(key, message: tweak)
    var numbers = (0..<count).map { UInt8($0) }
    for last in stride(from: count - 1, to: 0, by: -1) {
      numbers.swapAt(last, stream.next(below: last + 1))
    }
    return numbers
  }
}
