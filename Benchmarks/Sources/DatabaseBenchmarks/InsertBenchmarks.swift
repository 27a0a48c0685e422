import CSQLiteLoops

/// Measures the insert of all rows into an empty table in one transaction, with its commit. Every
/// side begins with the same plain rows, and converts them to its own type.
enum InsertBenchmarks {
  static func run(_ run: Run) throws {
    var entries = run.sides(and: StateGraphSequenceSide.self).map { side in
      Comparison.Entry(name: side.name, bars: bars(side)) { try sample(side, run) }
    }
    entries.append(
      Comparison.Entry(name: "part: creation of detached entities", isWhole: false) {
        var made: [User] = []
        made.reserveCapacity(run.rows.all.count)
        let sample = Stopwatch.time(operations: run.rows.all.count) {
          for row in run.rows.all { made.append(User(row)) }
        }
        precondition(made.count == run.rows.all.count)
        return sample
      }
    )
    try Comparison("bulk insert, a row", rounds: run.rounds(5), warmUps: 0, entries).printRows()
  }

  private static func bars(_ side: any Side.Type) -> [Bar] {
    side is StateGraphSide.Type
      ? [.rate(0.6, of: SideName.c), .rate(3, of: SideName.record)] : []
  }

  private static func sample(_ type: any Side.Type, _ run: Run) throws -> Sample {
    let path = run.files.make("insert", run.rows, count: 0)
    let sample = try insert(type, run, path)
    precondition(loop_sum_of_file(path) == run.rows.sum, "\(type.name) inserted other rows.")
    return sample
  }

  /// Closes the side before it returns, so that the file can be checked.
  private static func insert(_ type: any Side.Type, _ run: Run, _ path: String) throws -> Sample {
    let side = try type.init(path: path, rows: run.rows)
    return try Stopwatch.time(operations: run.rows.all.count) { try side.insert() }
  }
}
