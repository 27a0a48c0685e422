import CSQLiteLoops

/// Measures opening a file, reading one row by id and closing the file, with all rows and with
/// 1,000.
enum OpenBenchmarks {
  static func run(_ run: Run) throws {
    let few = "1,000 rows"
    let paths = [few: 1_000, "all rows": run.rows.all.count].mapValues {
      run.files.make("open-\($0)", run.rows, count: $0)
    }
    let types = run.taking(part: [
      CSide.self, GRDBRecordSide<HandwrittenUser>.self, StateGraphSide.self,
    ])
    let entries = types.flatMap { type in
      paths.sorted { $0.key == few && $1.key != few }.map { size, path in
        let isJudged = type is StateGraphSide.Type && size != few
        // The time must not depend on the number of rows. The factor allows for the noise of a run.
        let bar = Bar.time(1.1, of: "\(type.name), \(few)")
        return Comparison.Entry(name: "\(type.name), \(size)", bars: isJudged ? [bar] : []) {
          try Stopwatch.time(operations: 1) {
            let side = try type.init(path: path, rows: run.rows)
            let sum = try side.get([500])
            precondition(sum == run.rows.sum(of: [500]), "\(type.name) read another row.")
          }
        }
      }
    }
    try Comparison(
      "open, read one, close",
      floor: "\(SideName.c), \(few)",
      rounds: run.rounds(51),
      warmUps: 5,
      entries
    )
    .printRows()
  }
}
