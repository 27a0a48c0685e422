import Measurement
import StateGraphPersistence

/// Measures the first 50 of a million rows by score while rows are inserted, deleted and changed.
enum TopRows {
  static let benchmark = "top rows"
  static let limit = 50

  static func run(_ run: LiveRun) throws {
    let count = run.size(1_000_000, quick: 20_000)
    run.report.begin("one row of \(count), the first \(limit) observed; N is the rows")
    let template = try run.files.make(ItemContent.statements(count: count))
    let bare = try measure(run, count, template)
    try measurePeer(run, count, run.files.copy(template), bare)
  }

  static let effort = Effort(rounds: 3_000, warmUps: 50, countedRounds: 100)

  private static func measure(_ run: LiveRun, _ count: Int, _ template: String) throws -> [Outcome]
  {
    let bare = try Database.benchmarked(run.files.copy(template))
    let database = try Database.benchmarked(run.files.copy(template))
    let items = try EntityStore<Item>(database)
    let latest = Latest<LiveCollection<Item>>()
    let subscription = withGraphTracking {
      items.query.order { $0.score.descending }.limit(limit).onChange(latest.receive)
    }
    let script = TopRowsScript(rowCount: count)
    let steps = script.steps { try database.run($0) }
    let bareSteps = TopRowsScript(rowCount: count).steps { try bare.run($0) }
    let outcomes = try run.measure(steps, beside: bareSteps, effort)
    for outcome in outcomes { run.report.add(benchmark, variant: "StateGraph", n: count, outcome) }
    try countReads(run, script, database, latest)
    subscription.cancel()
    return outcomes.map(\.bare)
  }

  /// Counts the random events that cause no SQL, and checks the result after each event.
  private static func countReads(
    _ run: LiveRun,
    _ script: TopRowsScript,
    _ database: Database,
    _ latest: Latest<LiveCollection<Item>>
  ) throws {
    let eventCount = run.size(3_000, quick: 300)
    var readingCount = 0
    for event in 0..<eventCount {
      let event = script.event(event)
      let selects = try StatementCount.during { try database.run(event) }.selects
      if selects > 0 { readingCount += 1 }
      let ids = try database.integers("SELECT id FROM items ORDER BY score DESC, id LIMIT 50")
      verify(latest.value?.map(\.typedID.raw) == ids, "the first rows after \(event)")
    }
    let share = 100 - 100 * Double(readingCount) / Double(eventCount)
    run.report.note("\(countText(share)) % of \(eventCount) events without SQL; bar 99 %")
  }
}

extension Database {
  fileprivate func run(_ event: ItemEvent) throws {
    switch event {
    case .insert(let id, let score):
      try execute("INSERT INTO items (id, name, score) VALUES (\(id), 'new', \(score))")
    case .update(let id, let score):
      try execute("UPDATE items SET score = \(score) WHERE id = \(id)")
    case .delete(let id): try execute("DELETE FROM items WHERE id = \(id)")
    }
  }
}
