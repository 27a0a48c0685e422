import StateGraphPersistence

/// The benchmark "reactive loop" of Replicache: a write affects 5 of 100 subscriptions, which read
/// 10 KB each. The time ends when all five have read again.
enum ReactiveLoop {
  static let benchmark = "reactive loop"
  static let subscriptionCount = 100
  static let concernedCount = 5

  static func run(_ run: LiveRun) throws {
    run.report.begin("a write that affects 5 of 100 subscriptions; N is the documents of 1 KB")
    for count in [16_384, 65_536] where count <= run.size(65_536, quick: 16_384) {
      let template = try run.files.make(DocumentContent.statements(count: count))
      defer { run.files.remove(template) }
      let bare = try Database.benchmarked(run.files.copy(template))
      let effort = Effort(rounds: 500, warmUps: 20)
      let bareStep = step { try update(bare, $0, $1) }
      let database = try Database.benchmarked(run.files.copy(template))
      let observers = try DocumentObservers(database)
      let live = step { round, documents in
        let before = observers.calls.value
        try update(database, round, documents)
        let told = observers.calls.value - before
        verify(told == concernedCount, "\(told) subscription calls instead of \(concernedCount)")
      }
      let outcome = try run.measure([live], beside: [bareStep], effort)[0]
      run.report.add(benchmark, variant: "StateGraph", n: count, outcome)
      try observers.check(database)
      try measurePeer(run, count, template, outcome.bare)
    }
  }

  /// Returns a step that writes one document in each of five buckets, which are 20 apart. The next
  /// round writes other documents in other buckets.
  static func step(_ write: @escaping (_ round: Int, _ documents: [Int]) throws -> Void) -> Step {
    var round = 0
    return Step(name: "write") {
      round += 1
      let documents = (0..<concernedCount).map { index in
        let bucket = (round + index * subscriptionCount / concernedCount) % subscriptionCount
        return bucket * DocumentContent.documentsPerBucket + round % 10
      }
      try write(round, documents)
    }
  }

  private static func update(_ database: Database, _ round: Int, _ documents: [Int]) throws {
    let body = DocumentContent.body(round)
    try database.write {
      for id in documents {
        // The text contains the round, so that each write changes the sum of the bucket.
        let text = "\(id) \(round) \(body)"
        try database.execute("UPDATE documents SET body = \(text) WHERE id = \(id)")
      }
    }
  }
}

/// Subscriptions, each of which reads all bytes of the documents in a bucket.
private final class DocumentObservers {
  let calls = CallCount()
  private let sums = (0..<ReactiveLoop.subscriptionCount).map { _ in Latest<Int>() }
  private let store: EntityStore<Document>
  private var subscription: AnyCancellable?

  init(_ database: Database) throws {
    store = try EntityStore<Document>(database)
    subscription = withGraphTracking {
      for (bucket, sum) in sums.enumerated() {
        let documents = store.query.where { $0.bucket == bucket }.live
        Computed { _ in
          documents.wrappedValue.reduce(0) { $0 &+ DocumentContent.sum(of: $1.body) }
        }
        .onChange { [calls] in
          sum.receive($0)
          calls.increment()
        }
      }
    }
  }

  func check(_ database: Database) throws {
    for (bucket, sum) in sums.enumerated() {
      let rows = try database.rows("SELECT body FROM documents WHERE bucket = \(bucket)")
      let expected = rows.reduce(0) { total, row in
        guard case .text(let body) = row[0] else { return total }
        return total &+ DocumentContent.sum(of: body)
      }
      verify(sum.value == expected, "the sum of bucket \(bucket)")
    }
  }
}
