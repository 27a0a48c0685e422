import Measurement
import StateGraphPersistence

/// Measures a new score of one of 100,000 rows, all of which are in one sorted live query.
enum SortedCollection {
  static let benchmark = "sorted"

  static func run(_ run: LiveRun) throws {
    let count = run.size(100_000, quick: 10_000)
    run.report.begin("one of \(count) rows in order gets another score; N is the rows")
    let template = try run.files.make(ItemContent.statements(count: count))
    try measure(
      run,
      count,
      "file",
      bare: .benchmarked(run.files.copy(template)),
      live: .benchmarked(run.files.copy(template))
    )
    try measure(run, count, "memory", bare: inMemory(count), live: inMemory(count))
    try measurePeer(run, count, template)
  }

  private static func inMemory(_ count: Int) throws -> Database {
    let database = try Database.benchmarked(":memory:")
    try database.write {
      for statement in ItemContent.statements(count: count) { try database.execute(statement) }
    }
    return database
  }

  private static func measure(
    _ run: LiveRun,
    _ count: Int,
    _ place: String,
    bare: Database,
    live: Database
  ) throws {
    var random = SplitMix64(state: 3)
    let observer = try SortedObserver(live)
    var writeCount = 0
    let write = Step(name: "write") {
      let before = observer.calls.value
      try setScore(count, &random, in: live)
      writeCount += 1
      verify(observer.calls.value <= before + 1, "a moved row called the observer twice")
    }
    let bareWrite = Step(name: "write") { try setScore(count, &random, in: bare) }
    let iterate = Step(name: "iterate", operationCount: count) {
      guard let rows = observer.latest.value else { return }
      var sum = 0
      for item in rows { sum &+= item.typedID.raw }
      consume(sum)
    }
    let effort = Effort(rounds: 1_000, warmUps: 50)
    let written = try run.measure([write], beside: [bareWrite], effort)[0]
    // The subscription makes the first call. A row that keeps its place despite its new score
    // causes no call.
    let told = observer.calls.value - 1
    verify(told > writeCount - writeCount / 100 - 2, "\(told) calls for \(writeCount) writes")
    run.report.add("\(benchmark) \(place)", variant: "StateGraph", n: count, written)
    // Each traversal follows a write, as in a program that shows all rows.
    let iterated = try run.measure([write, iterate], Effort(rounds: 50))[1]
    run.report.add("\(benchmark) \(place)", variant: "StateGraph one row", n: count, iterated)
    let over = written.live.times.median - written.bare.times.median
    run.report.note("\(place): \(timeText(over)) from the write to the difference; bar 100 us")
    try observer.check(live) {
      for _ in 0..<200 { try setScore(count, &random, in: live) }
    }
  }

  private static func setScore(
    _ count: Int,
    _ random: inout SplitMix64,
    in database: Database
  ) throws {
    let id = Int.random(in: 0..<count, using: &random)
    let score = Int.random(in: 0..<ItemContent.scoreBound, using: &random)
    try database.execute("UPDATE items SET score = \(score) WHERE id = \(id)")
  }
}

/// Receives differences. During a check, it also applies them to an array.
private final class SortedObserver {
  let calls = CallCount()
  let latest = Latest<LiveCollection<Item>>()
  private let mirror = Latest<[Int]>()
  private let store: EntityStore<Item>
  private var subscription: AnyCancellable?

  init(_ database: Database) throws {
    store = try EntityStore<Item>(database)
    subscription = withGraphTracking {
      store.query.order { $0.score.ascending }.onDifference { [latest, calls, mirror] in
        latest.receive($0)
        calls.increment()
        // `mirror` has a value only while the differences are checked.
        guard let old = mirror.value, let steps = $1 else { return }
        mirror.receive(steps.applied(to: old))
      }
    }
  }

  /// Runs `write`, and then compares the array that the differences have changed, and the received
  /// rows, with the file.
  func check(_ database: Database, _ write: () throws -> Void) throws {
    mirror.receive(latest.value?.map(\.typedID.raw) ?? [])
    try write()
    let ids = try database.integers("SELECT id FROM items ORDER BY score, id")
    verify(mirror.value == ids, "the differences give another order")
    verify(latest.value?.map(\.typedID.raw) == ids, "the rows are in another order")
  }
}

extension LiveDifference where Element == Item {
  /// Returns the identifiers after the steps.
  fileprivate func applied(to old: [Int]) -> [Int] {
    var ids = old
    let leaving = removals + moves.map(\.from)
    for offset in leaving.sorted(by: >) { ids.remove(at: offset) }
    let comers = insertions.map { ($0.offset, $0.element) } + moves.map { ($0.to, $0.element) }
    for (offset, element) in comers.sorted(by: { $0.0 < $1.0 }) {
      ids.insert(element.typedID.raw, at: offset)
    }
    return ids
  }
}
