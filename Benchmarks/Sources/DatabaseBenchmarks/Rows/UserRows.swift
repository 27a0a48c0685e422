import CSQLiteLoops

/// The rows that all sides work on: as C has them, and the same as Swift has them.
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

  /// Rows that lie together, few enough for SQLite's page cache, more than a store holds because
  /// they were used lately.
  var hot: Range<Int> {
    let count = min(10_000, all.count)
    let start = (all.count - count) / 2
    return start..<(start + count)
  }

  /// The name that row `index` of `range` has after everybody's has moved by `shift`.
  func name(_ index: Int, in range: Range<Int>, shift: Int) -> String {
    all[range.lowerBound + (index - range.lowerBound + shift) % range.count].name
  }

  /// What the rows at `indexes` add up to.
  func sum(of indexes: [Int]) -> loop_sum {
    var sum = loop_sum()
    for index in indexes { sum.add(all[index]) }
    return sum
  }
}
