/// A keyed permutation of sequences of symbols, each symbol with its own number of values.
///
/// It is a Feistel network: a round adds numbers to one half of the sequence, and they depend on
/// the key and on the other half. Every round can be reversed, so two different sequences stay
/// different. The time grows in proportion to the length.
struct SymbolPermutation {
  private static let shortRoundCount = 10
  /// Four rounds are enough if a half of the sequence has very many values.
  private static let longRoundCount = 4
  private static let longCount = 64

  let key: HMACKey

  /// Replaces the symbols.
  ///
  /// - Parameters:
  ///   - symbols: The symbols. Each is below its limit.
  ///   - limits: For each symbol, the number of its values, from 1 to 256.
  ///   - tweak: Chooses one of many permutations.
  func apply(to symbols: inout [UInt8], limits: [UInt16], tweak: [UInt8]) {
    guard symbols.count > 1 else {
      guard let symbol = symbols.first else { return }
      symbols[0] = shuffled(Int(limits[0]), tweak)[Int(symbol)]
      return
    }
    let middle = symbols.count / 2
    let isLong = symbols.count >= Self.longCount
    for round in 0..<(isLong ? Self.longRoundCount : Self.shortRoundCount) {
      let isFirstHalf = round.isMultiple(of: 2)
      let target = isFirstHalf ? 0..<middle : middle..<symbols.count
      let source = isFirstHalf ? middle..<symbols.count : 0..<middle
      var stream = KeyStream(key, tweak + [UInt8(round)] + symbols[source])
      for index in target {
        let limit = Int(limits[index])
        symbols[index] = UInt8((Int(symbols[index]) + stream.next(below: limit)) % limit)
      }
    }
  }

  /// Returns the numbers below `count` in an order that depends on the key.
  private func shuffled(_ count: Int, _ tweak: [UInt8]) -> [UInt8] {
    var stream = KeyStream(key, tweak)
    var numbers = (0..<count).map { UInt8($0) }
    for last in stride(from: count - 1, to: 0, by: -1) {
      numbers.swapAt(last, stream.next(below: last + 1))
    }
    return numbers
  }
}
