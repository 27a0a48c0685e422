import CSQLiteLoops

/// Measures a set of one text property of neighbouring rows. Each set changes the value.
enum SetBenchmarks {
  static func ownTransactions(_ run: Run) throws {
    // Fewer rows than in one transaction, because each of these sets costs several times as much.
    let range = run.rows.hot.prefix(2_000)
    try compare("set a property, own transaction", run, range, limit: 1.3) { side, shift in
      try side.setNames(shift: shift)
    }
  }

  static func oneTransaction(_ run: Run) throws {
    let range = run.rows.hot
    try compare("set a property, inside a transaction", run, range, limit: 2) { side, shift in
      try side.setNamesInOneTransaction(shift: shift)
    }
  }

  private static func compare(
    _ work: String,
    _ run: Run,
    _ range: Range<Int>,
    limit: Double,
    _ setNames: @escaping (any Side, Int) throws -> Void
  ) throws {
    let entries = try run.sides().map { type in
      let name = run.fileName("set", type)
      let path = run.files.make(name, run.rows, count: run.rows.all.count)
      let side = try type.init(path: path, rows: run.rows)
      try side.hold(range)
      var shift = 0
      let bars = type is StateGraphSide.Type ? [Bar.time(limit, of: SideName.c)] : []
      return Comparison.Entry(name: type.name, bars: bars) {
        shift += 1
        let sample = try Stopwatch.time(operations: range.count) { try setNames(side, shift) }
        let first = run.rows.forC + range.lowerBound
        precondition(
          loop_count_wrong_names(path, first, range.count, shift) == 0,
          "\(type.name) has not set the names."
        )
        return sample
      }
    }
    try Comparison(work, rounds: run.rounds(15), entries).printRows()
  }
}
