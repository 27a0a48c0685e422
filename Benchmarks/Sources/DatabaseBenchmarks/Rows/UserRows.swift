import CSQLiteLoops

/// The rows of all sides, as C structures and as Swift values.
final class UserRows {
  let forC: UnsafeMutablePointer<loop_row>
  let all: [UserRow]
  let sum: loop_sum

  init(count: Int, seed: UInt64 = 4) {
    forC = .allocate(capacity: count)
    loop_make_rows(forC, count, seed)
    all = (0..<count).map { [forC] in UserRow(forC[$0]) }
    sum = loop_sum_of(forC, count)
  }

  deinit { forC.deallocate() }

  /// Neighbouring rows. SQLite's page cache can hold all of them, but they are more than the
  /// entities that a store retains because they were used last.
  var hot: Range<Int> {
    let count = min(10_000, all.count)
    let start = (all.count - count) / 2
    return start..<(start + count)
  }

  /// The name of row `index` after the names of `range` have moved by `shift` rows.
  func name(_ index: Int, in range: Range<Int>, shift: Int) -> String {
    all[range.lowerBound + (index - range.lowerBound + shift) % range.count].name
  }

  /// Returns the sums over the rows at `indexes`.
  func sum(of indexes: [Int]) -> loop_sum {
    var sum = loop_sum()
    for index in indexes { sum.add(all[index]) }
    return sum
  }
}
