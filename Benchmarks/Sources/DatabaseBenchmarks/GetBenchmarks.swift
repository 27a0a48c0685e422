import CSQLiteLoops

/// One row by its id, with no entity of it in memory, and all of its columns read.
enum GetBenchmarks {
  /// Anywhere in the file: few of its pages are in SQLite's cache.
  static func random(_ run: Run) throws {
    var generator = SplitMix64(state: 41)
    let order = Array(0..<run.rows.all.count).shuffled(using: &generator)
    try compare("get by id, random", run, order)
  }

  /// Rows that lie together: the pages are in SQLite's cache, the entities not in the store's.
  static func hot(_ run: Run) throws {
    var generator = SplitMix64(state: 42)
    try compare("get by id, hot 10,000", run, run.rows.hot.shuffled(using: &generator))
  }

  /// Goes round in `order`, so that what was read comes again as late as possible.
  private static func compare(_ work: String, _ run: Run, _ order: [Int]) throws {
    let count = 10_000
    let entries = try run.sides(and: COneReadSide.self, GRDBOneReadSide.self).map { type in
      let side = try run.open(type, "get")
      var position = 0
      let bars = type is StateGraphSide.Type ? [Bar.time(2.5, of: SideName.c)] : []
      return Comparison.Entry(name: type.name, bars: bars) {
        let indexes = (position..<(position + count)).map { order[$0 % order.count] }
        position += count
        var sum = loop_sum()
        let sample = try Stopwatch.time(operations: count) { sum = try side.get(indexes) }
        precondition(sum == run.rows.sum(of: indexes), "\(type.name) read other rows.")
        return sample
      }
    }
    try Comparison(work, rounds: run.rounds(15), entries).printRows()
  }
}

/// <https://prng.di.unimi.it/splitmix64.c>
private struct SplitMix64: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }
}
