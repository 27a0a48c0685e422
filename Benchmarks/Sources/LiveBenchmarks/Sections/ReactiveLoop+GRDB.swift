import GRDB

extension ReactiveLoop {
  static func measurePeer(_ run: LiveRun, _ count: Int, _ template: String, _ bare: Outcome) throws
  {
    let variant = GRDBVariant(removesDuplicates: true)
    let observations = try GRDBObservations<Int>(variant, run.files.copy(template))
    let latest = (0..<subscriptionCount).map { _ in Latest<Int>() }
    for (bucket, latest) in latest.enumerated() {
      observations.observe({ try sum(of: bucket, $0) }, deliver: latest.receive)
    }
    verify(observations.settle(), "an observation of GRDB has not begun")
    let step = step { round, documents in
      try observations.tally.wait(fetches: subscriptionCount, deliveries: concernedCount) {
        try observations.writer.write { db in
          let update = try db.cachedStatement(sql: "UPDATE documents SET body = ? WHERE id = ?")
          let body = DocumentContent.body(round)
          for id in documents { try update.execute(arguments: ["\(id) \(round) \(body)", id]) }
        }
      }
    }
    let outcome = try run.measure([step], Effort(rounds: 100))[0]
    run.report.add(benchmark, variant: variant.name, n: count, outcome, to: bare)
    for (bucket, latest) in latest.enumerated() {
      let fresh = try observations.writer.read { try sum(of: bucket, $0) }
      verify(latest.value == fresh, "GRDB, the sum of bucket \(bucket)")
    }
    observations.cancel()
  }

  private static func sum(of bucket: Int, _ db: Database) throws -> Int {
    let statement = try db.cachedStatement(sql: "SELECT body FROM documents WHERE bucket = ?")
    let bodies = try String.fetchAll(statement, arguments: [bucket])
    return bodies.reduce(0) { $0 &+ DocumentContent.sum(of: $1) }
  }
}
