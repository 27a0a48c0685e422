import Measurement
import StateGraphPersistence

/// Measures the creation and end of observers, as of rows that scroll past: a step creates 50
/// observers and ends the 50 previous ones, on a live table of 100,000 rows.
enum Churn {
  static let benchmark = "churn"
  static let batch = 50

  static func run(_ run: LiveRun) throws {
    let count = run.size(100_000, quick: 10_000)
    run.report.begin("one observer begun and one ended; N is the rows")
    let template = try run.files.make(ItemContent.statements(count: count))
    let database = try Database.benchmarked(run.files.copy(template))
    let items = try EntityStore<Item>(database)
    let all = Latest<LiveCollection<Item>>()
    let subscription = withGraphTracking {
      items.query.order { $0.score.ascending }.onChange(all.receive)
    }
    try measure(run, database, "property", steps: run.size(10_000, quick: 300)) { index in
      items.get(by: .init(index % count))?.$score.onChange { consume($0) }
    }
    try measure(run, database, "live query of a row", steps: run.size(1_000, quick: 50)) { index in
      items.query.where { $0.score == index % 1_000 }.onChange { consume($0.count) }
    }
    let ids = try database.integers("SELECT id FROM items ORDER BY score, id")
    verify(all.value?.map(\.typedID.raw) == ids, "the rows in order")
    subscription.cancel()
    try measurePeer(run, count, template)
  }

  /// Times the steps, and compares the heap before and after them, because an ended observer must
  /// leave no memory.
  private static func measure(
    _ run: LiveRun,
    _ database: Database,
    _ name: String,
    steps stepCount: Int,
    _ observe: @escaping (Int) -> Void
  ) throws {
    var position = 0
    var current: AnyCancellable?
    let step = Step(name: name, operationCount: batch) {
      let next = withGraphTracking {
        for index in position..<(position + batch) { observe(index) }
      }
      position += batch
      current?.cancel()
      current = next
    }
    // The write follows each step, so that it would find and call observers that were not ended
    // completely. It changes only one row, because SQLite's cache is on the heap and must not grow.
    let write = Step(name: "\(name), a write") {
      try database.execute("UPDATE items SET score = score + 1 WHERE id = 1")
    }
    // An entity allocates some memory for its first observer and keeps it, so the warm-up observes
    // each row of a full run.
    for _ in 0..<(stepCount / 5 + 1) { try step.perform() }
    _ = try run.measure([step, write], Effort(rounds: 10))
    let before = Allocations.heapBytes
    let effort = Effort(rounds: stepCount, warmUps: 0, limit: .seconds(15), countedRounds: 1)
    let outcomes = try run.measure([step, write], effort)
    let leaked = Allocations.heapBytes - before
    run.report.add(benchmark, variant: "StateGraph", n: all(run), outcomes[0])
    let observerCount = batch * outcomes[0].times.samples.count
    run.report.note("\(leaked) bytes more on the heap after \(observerCount) observers")
    // Samples and caches also take memory. An observer that is not released takes about 100 bytes.
    verify(
      leaked < 262_144 + 4 * observerCount,
      "observers stay in memory: \(leaked) bytes"
    )
    current?.cancel()
  }

  private static func all(_ run: LiveRun) -> Int { run.size(100_000, quick: 10_000) }
}
