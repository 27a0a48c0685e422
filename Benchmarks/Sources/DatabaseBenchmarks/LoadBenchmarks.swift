import CSQLiteLoops

/// Measures the read of all rows into memory, as an array of live entities, records or plain
/// values. C decodes each row without keeping it.
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

  /// Measures the work that follows a load: the read of all properties, and the release of the
  /// entities.
  private static func parts(_ ours: StateGraphSide, _ run: Run) -> [Comparison.Entry] {
    [
      Comparison.Entry(name: "after it: read of all properties", isWhole: false) {
        let loaded = ours.load()
        return Stopwatch.time(operations: run.rows.all.count) {
          precondition(loaded.sum() == run.rows.sum)
        }
      },
      Comparison.Entry(name: "after it: release of the entities", isWhole: false) {
        var loaded = [ours.load()]
        defer { precondition(loaded.isEmpty) }
        return Stopwatch.time(operations: run.rows.all.count) { loaded.removeAll() }
      },
    ]
  }
}
