import CSQLiteLoops

/// Measures a set of one text property of neighbouring rows, in a transaction for each row: without
/// an undo log, beside an open log, and as a step of a log. Two loops in C show how much of the
/// difference is SQLite's time for the rows of the steps.
enum UndoBenchmarks {
  static func run(_ run: Run) throws {
    let range = run.rows.hot.prefix(2_000)
    let plain = PlainWriteSide.name
    let sides: [(type: any Side.Type, bars: [Bar])] = [
      (PlainWriteSide.self, []),
      (OpenLogSide.self, [.time(1.02, of: plain)]),
      (UndoableWriteSide.self, [.time(1.3, of: plain)]),
      (CSide.self, []),
      (CStepSide.self, []),
    ]
    let entries = try sides.map { type, bars in
      let path = run.files.make(run.fileName("undo", type), run.rows, count: run.rows.all.count)
      let side = try type.init(path: path, rows: run.rows)
      try side.hold(range)
      var shift = 1
      return Comparison.Entry(name: type.name, bars: bars) {
        shift += 1
        let sample = try Stopwatch.time(operations: range.count) { try side.setNames(shift: shift) }
        let first = run.rows.forC + range.lowerBound
        precondition(
          loop_count_wrong_names(path, first, range.count, shift) == 0,
          "\(type.name) has not set the names."
        )
        return sample
      }
    }
    let comparison = try Comparison(
      "set a property in a write",
      floor: plain,
      rounds: run.rounds(15),
      entries
    )
    comparison.printRows()
  }
}
