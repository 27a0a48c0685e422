import StateGraphPersistence

/// Measures a new score of one of 1,000 to 100,000 rows that a Swift closure filters. A live query
/// calls the closure for the changed row, and `filter` in a `Computed` calls it for every row.
enum ClosureFilter {
  static let benchmark = "closure"

  private enum Variant: String, CaseIterable {
    case live = "StateGraph"
    case computed = "StateGraph filter in a Computed"
  }

  static func run(_ run: LiveRun) throws {
    run.report.begin("one row gets another score, a closure filters the rows; N is the rows")
    for count in [1_000, 10_000, 100_000] where count <= run.size(100_000, quick: 1_000) {
      let template = try run.files.make(ItemContent.statements(count: count))
      defer { run.files.remove(template) }
      for variant in Variant.allCases { try measure(run, count, template, variant) }
    }
  }

  private static func measure(
    _ run: LiveRun,
    _ count: Int,
    _ template: String,
    _ variant: Variant
  ) throws {
    let bare = try Database.benchmarked(run.files.copy(template))
    let live = try Database.benchmarked(run.files.copy(template))
    let observer = try ClosureObserver(live, asksAll: variant == .computed)
    var random = SplitMix64(state: 7)
    let write = { (database: Database) in
      let id = Int.random(in: 0..<count, using: &random)
      let score = Int.random(in: 0..<ItemContent.scoreBound, using: &random)
      try database.execute("UPDATE items SET score = \(score) WHERE id = \(id)")
    }
    let step = Step(name: "write") {
      let before = observer.askedCount
      try write(live)
      verify(
        variant == .computed || observer.askedCount == before + 1,
        "the closure was called \(observer.askedCount - before) times"
      )
    }
    let outcome = try run.measure(
      [step],
      beside: [Step(name: "write") { try write(bare) }],
      Effort(rounds: 400, warmUps: 5)
    )[0]
    run.report.add(benchmark, variant: variant.rawValue, n: count, outcome)
    try observer.check(live)
  }
}

/// Observes the items whose score is even.
private final class ClosureObserver {
  private let live = Latest<LiveCollection<Item>>()
  private let computed = Latest<[Item]>()
  private let asked = CallCount()
  private var subscription: AnyCancellable?

  init(_ database: Database, asksAll: Bool) throws {
    let store = try EntityStore<Item>(database)
    let isIncluded: @Sendable (Item) -> Bool = { [asked] item in
      asked.increment()
      return item.score.isMultiple(of: 2)
    }
    subscription = withGraphTracking {
      if asksAll {
        Computed { _ in store.filter(isIncluded) }.onChange(computed.receive)
      } else {
        store.query.filter(isIncluded).onChange(live.receive)
      }
    }
  }

  /// The number of calls of the closure.
  var askedCount: Int { asked.value }

  /// Compares the last value of the observer with the file.
  func check(_ database: Database) throws {
    let ids = try database.integers("SELECT id FROM items WHERE score % 2 = 0 ORDER BY id")
    let told = live.value.map { $0.map(\.typedID.raw) } ?? computed.value?.map(\.typedID.raw)
    verify(told == ids, "the items differ from those of the file")
  }
}
