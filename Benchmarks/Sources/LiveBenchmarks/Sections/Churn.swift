import Measurement
import StateGraphPersistence

/// Observers that come and go as rows scroll past: fifty come and the fifty of before go, over a
/// live table of 100,000 rows.
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

  /// Times each step and weighs the heap before and after: nothing may be left of an observer.
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
    // A write in between, so that what cancelled observers leave would be found and told. Of one
    // row: SQLite's cache is on the heap, and must not grow.
    let write = Step(name: "\(name), a write") {
      try database.execute("UPDATE items SET score = score + 1 WHERE id = 1")
    }
    // What an entity keeps of its first observer is made for all of them.
    for _ in 0..<(stepCount / 5 + 1) { try step.perform() }
    _ = try run.measure([step, write], Effort(rounds: 10))
    let before = Allocations.heapBytes
    let effort = Effort(rounds: stepCount, warmUps: 0, limit: .seconds(15), countedRounds: 1)
    let outcomes = try run.measure([step, write], effort)
    let leaked = Allocations.heapBytes - before
    run.report.add(benchmark, variant: "StateGraph", n: all(run), outcomes[0])
    let observerCount = batch * outcomes[0].times.samples.count
    run.report.note("\(leaked) bytes more on the heap after \(observerCount) observers")
    // Samples and caches take some; an observer that stayed would be a hundred bytes.
    verify(
      leaked < 262_144 + 4 * observerCount,
      "observers stay in memory: \(leaked) bytes"
    )
    current?.cancel()
  }

  private static func all(_ run: LiveRun) -> Int { run.size(100_000, quick: 10_000) }
}
