import CSQLiteLoops

/// All rows into memory: live entities, records or plain values in an array. C decodes each row and
/// forgets it.
enum LoadBenchmarks {
  static func run(_ run: Run) throws {
    var entries = try run.sides().map { type in
      let side = try run.open(type, "load")
      let bars = type is StateGraphSide.Type ? [Bar.time(3, of: SideName.c)] : []
      return Comparison.Entry(name: type.name, bars: bars) {
        var loaded: Loaded?
        let sample = try Stopwatch.time(operations: run.rows.all.count) {
          loaded = try side.load()
        }
        precondition(loaded?.sum() == run.rows.sum, "\(type.name) loaded other rows.")
        return sample
      }
    }
    let ours = try StateGraphSide(
      path: run.files.make("load-parts", run.rows, count: run.rows.all.count),
      rows: run.rows
    )
    entries += parts(ours, run)
    try Comparison("load all, a row", rounds: run.rounds(5), entries).printRows()
  }

  /// What comes after: the entities' properties are read, and they are let go of.
  private static func parts(_ ours: StateGraphSide, _ run: Run) -> [Comparison.Entry] {
    [
      Comparison.Entry(name: "beside it: reading all properties", isWhole: false) {
        let loaded = ours.load()
        return Stopwatch.time(operations: run.rows.all.count) {
          precondition(loaded.sum() == run.rows.sum)
        }
      },
      Comparison.Entry(name: "beside it: letting go of the entities", isWhole: false) {
        var loaded = [ours.load()]
        defer { precondition(loaded.isEmpty) }
        return Stopwatch.time(operations: run.rows.all.count) { loaded.removeAll() }
      },
    ]
  }
}
