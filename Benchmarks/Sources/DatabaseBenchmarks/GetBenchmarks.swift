import CSQLiteLoops

/// Measures the read of a row by its id, with all of its columns. No entity of the row is in
/// memory.
enum GetBenchmarks {
  /// Reads rows of the whole file, so that few of their pages are in SQLite's cache.
  static func random(_ run: Run) throws {
    var generator = SplitMix64(state: 41)
    let order = Array(0..<run.rows.all.count).shuffled(using: &generator)
    try compare("get by id, random", run, order)
  }

  /// Reads neighbouring rows. Their pages are in SQLite's cache, but their entities are not in
  /// memory.
  static func hot(_ run: Run) throws {
    var generator = SplitMix64(state: 42)
    try compare("get by id, hot 10,000", run, run.rows.hot.shuffled(using: &generator))
  }

  /// Reads the rows of `order` again and again, so that a row is repeated as late as possible.
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

/// The random generator splitmix64 (<https://prng.di.unimi.it/splitmix64.c>).
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
