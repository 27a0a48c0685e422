import StateGraphRows
import TestSupport
import Testing

@Suite struct NumberSumTests {
  private func sum(_ integers: [Int64]) -> NumberSum {
    var sum = NumberSum()
    for integer in integers { sum.add(integer) }
    return sum
  }

  @Test(
    arguments: [
      ([.max, 1, -5], .max - 4), ([.min, -1, 5], .min + 4), ([.max, .max, .min, .min], -2),
      ([.min, .max], -1), ([.max, 0], .max), ([.min], .min),
    ] as [([Int64], Int64)]
  )
  func `a sum that fits is right, whatever its parts are`(values: [Int64], expected: Int64) {
    #expect(sum(values).sum == .integer(expected))
    #expect(sum(values.reversed()).sum == .integer(expected))
  }

  @Test(arguments: [[.max, 1], [.min, -1], [.max, .max, .max, .min]] as [[Int64]])
  func `a sum beyond 64 bits is nil, and its average is real`(values: [Int64]) {
    #expect(sum(values).sum == nil)
    #expect(sum(values).average.storageClass == "real")
  }

  @Test func `the sum of no number is NULL, and NaN counts as no number`() {
    var sum = NumberSum()
    #expect(sum.sum == .null)
    #expect(sum.average == .null)
    sum.add(Double.nan)
    #expect(sum.sum == .null)
    #expect(sum.count == 0)
  }

  @Test func `one real makes the sum a real, and cannot overflow`() {
    var sum = sum([.max, .max])
    sum.add(0.5)
    #expect(sum.sum == .real(0x1p64))
    _ = sum.remove(0.5)
    #expect(sum.sum == nil)
    _ = sum.remove(Int64.max)
    #expect(sum.sum == .integer(.max))
  }

  @Test func `infinities of both signs have no sum`() {
    var sum = sum([1])
    sum.add(Double.infinity)
    #expect(sum.sum == .real(.infinity))
    sum.add(-Double.infinity)
    #expect(sum.sum == .null)
    #expect(sum.average == .null)
    _ = sum.remove(Double.infinity)
    #expect(sum.sum == .real(-.infinity))
  }

  @Test func `a number that was not added cannot be removed`() {
    var sum = sum([1])
    let removed = [sum.remove(1.5), sum.remove(Int64(1)), sum.remove(Int64(1))]
    #expect(removed == [false, true, false])
  }

  @Test func `an average is that of the exact sum`() {
    #expect(sum([.max, .min]).average == .real(-0.5))
    #expect(sum([.max, .max]).average == .real(0x1p63))
  }

  @Test func `an average is rounded once`() {
    // The exact average is 6004799503160662 and a third. The rounded sum divided by 3 is larger.
    let least = (Int64(1) << 53) + 1
    #expect(sum([1, least, least]).average == .real(6_004_799_503_160_662))
    var reals = NumberSum()
    for real in [1e16, 1, -1e16] { reals.add(real) }
    #expect(reals.sum == .real(1))
  }

  @Test func `the order of additions and removals does not matter`() {
    let seed = TestSeed.current
    var random = SeededRandom(seed: seed)
    for _ in 0..<200 {
      var numbers: [SQLiteValue] = []
      for _ in 0..<Int.random(in: 1...20, using: &random) {
        let integers: [Int64] = [.max, .min, 1, -1, .random(in: .min ... .max, using: &random)]
        let reals: [Double] = [1e308, -1e308, 0.1, 1e-300, 0x1p63, -0x1p63]
        numbers.append(
          Int.random(in: 0..<4, using: &random) > 0
            ? .integer(integers.randomElement(using: &random) ?? 0)
            : .real(reals.randomElement(using: &random) ?? 0)
        )
      }
      func total(_ numbers: [SQLiteValue], removing removed: [SQLiteValue] = []) -> NumberSum {
        var sum = NumberSum()
        for case .integer(let integer) in numbers { sum.add(integer) }
        for case .real(let real) in numbers { sum.add(real) }
        for case .integer(let integer) in removed { _ = sum.remove(integer) }
        for case .real(let real) in removed { _ = sum.remove(real) }
        return sum
      }
      let expected = total(numbers)
      #expect(total(numbers.shuffled(using: &random)).sum == expected.sum, "seed \(seed)")
      let extra = numbers.prefix(Int.random(in: 0...numbers.count, using: &random))
      let back = total(numbers + extra, removing: Array(extra))
      #expect(back.sum == expected.sum, "seed \(seed)")
      #expect(back.average == expected.average, "seed \(seed)")
    }
  }
}
