import StateGraphRows
import TestSupport
import Testing

@Suite struct ExactSumTests {
  private func sum(_ values: [Double], _ integers: Int128 = 0) -> Double {
    var sum = ExactSum()
    for value in values { sum.add(value) }
    return sum.rounded(adding: integers)
  }

  private static let least = Double.leastNonzeroMagnitude

  static let cases: [([Double], Double)] = [
    ([], 0), ([0], 0), ([-0.0], 0), ([1.5], 1.5), ([-1.5], -1.5), ([0.1, 0.2], 0.3.nextUp),
    ([1e16, 1, -1e16], 1), ([1e308, 1e308, -1e308], 1e308), ([1e308, 1e308], .infinity),
    ([-1e308, -1e308], -.infinity), ([1, 1e-300, -1], 1e-300),
    ([.greatestFiniteMagnitude, 1, -.greatestFiniteMagnitude], 1),
    ([.greatestFiniteMagnitude, -.leastNonzeroMagnitude], .greatestFiniteMagnitude),
    // Half of the last place more: the even neighbour is infinity.
    ([.greatestFiniteMagnitude, 0x1p970], .infinity),
    ([.greatestFiniteMagnitude, 0x1p970, -.leastNonzeroMagnitude], .greatestFiniteMagnitude),
    ([.leastNonzeroMagnitude, .leastNonzeroMagnitude], 2 * .leastNonzeroMagnitude),
    ([.leastNormalMagnitude, -.leastNonzeroMagnitude], Double.leastNormalMagnitude.nextDown),
    ([.leastNormalMagnitude.nextDown, .leastNonzeroMagnitude], .leastNormalMagnitude),
    // Halfway: to the even one, unless there is the least bit more or less.
    ([0x1p53, 1], 0x1p53), ([0x1p53, 3], 0x1p53 + 4), ([0x1p53, 1, least], 0x1p53 + 2),
    ([0x1p53 + 2, 1, -least], 0x1p53 + 2), ([-0x1p53, -1], -0x1p53),
    ([-0x1p53, -1, -least], -0x1p53 - 2), ([0x1p53, 0.5, 0.5], 0x1p53),
    ([0x1p54, -1], 0x1p54), ([0x1p54, -1, -least], 0x1p54 - 2),
  ]

  @Test(arguments: cases)
  func `a sum is the nearest number to the exact one`(values: [Double], expected: Double) {
    #expect(sum(values) == expected)
    #expect(sum(values.reversed()) == expected)
    #expect(sum(values.map { -$0 }) == -expected)
  }

  @Test func `integers are added exactly, up to 128 bits`() {
    #expect(sum([], Int128(Int64.max)) == 0x1p63)
    #expect(sum([-0x1p63], Int128(Int64.max)) == -1)
    #expect(sum([0x1p100], -(1 << 100)) == 0)
    #expect(sum([0.5], (1 << 53) + 1) == 0x1p53 + 2)
    #expect(sum([-0.5], (1 << 53) + 1) == 0x1p53)
    #expect(sum([], .min) == -0x1p127)
    #expect(sum([], .max) == 0x1p127)
    #expect(sum([-0x1p127], .max) == -1)
  }

  /// Shewchuk's expansions, rounded as Python's `math.fsum` does it: another way to the same.
  private func expansionSum(_ values: [Double]) -> Double {
    var partials: [Double] = []
    for value in values {
      var value = value
      var kept: [Double] = []
      for partial in partials {
        let (large, small) = abs(value) < abs(partial) ? (partial, value) : (value, partial)
        let high = large + small
        let low = small - (high - large)
        if low != 0 { kept.append(low) }
        value = high
      }
      partials = kept + [value]
    }
    var high = partials.popLast() ?? 0
    var low = 0.0
    while let next = partials.popLast() {
      let sum = high + next
      low = next - (sum - high)
      high = sum
      if low != 0 { break }
    }
    if let rest = partials.last, (low < 0) == (rest < 0), low != 0 {
      let doubled = low * 2
      let other = high + doubled
      if other - high == doubled { high = other }
    }
    return high
  }

  private func number(_ random: inout SeededRandom) -> Double {
    let exponent =
      [0, 0, 1, 40, 53, 54, 300, -300, -1020, -1074].randomElement(using: &random) ?? 0
    let significand =
      [1, 1.5, 1 + Double.ulpOfOne, 2 - Double.ulpOfOne, Double.random(in: 1..<2, using: &random)]
      .randomElement(using: &random) ?? 1
    return Double(
      sign: Bool.random(using: &random) ? .plus : .minus,
      exponent: exponent + Int.random(in: 0..<4, using: &random),
      significand: significand
    )
  }

  @Test func `the sum of random numbers of very different size equals that of another method`() {
    let seed = TestSeed.current
    var random = SeededRandom(seed: seed)
    for round in 0..<3000 {
      let values = (0..<Int.random(in: 1..<12, using: &random)).map { _ in number(&random) }
      let (found, expected) = (sum(values), expansionSum(values))
      guard found == expected else {
        Issue.record("seed \(seed), round \(round): \(values) is \(found), not \(expected)")
        return
      }
    }
  }

  @Test func `a number that is added and subtracted again leaves no trace`() {
    let seed = TestSeed.current
    var random = SeededRandom(seed: seed)
    var exact = ExactSum()
    var present: [Double] = []
    for _ in 0..<3000 {
      if present.isEmpty || Bool.random(using: &random) {
        present.append(number(&random))
        exact.add(present[present.count - 1])
      } else {
        exact.subtract(present.remove(at: Int.random(in: 0..<present.count, using: &random)))
      }
    }
    #expect(exact.rounded() == expansionSum(present), "seed \(seed)")
    for value in present { exact.subtract(value) }
    #expect(exact.rounded() == 0, "seed \(seed)")
  }
}
