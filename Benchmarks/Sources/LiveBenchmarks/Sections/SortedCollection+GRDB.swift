import GRDB

struct ItemRecord: FetchableRecord, Sendable, Equatable {
  let id: Int
  let name: String
  let score: Int

  init(row: Row) {
    id = row[0]
    name = row[1]
    score = row[2]
  }
}

extension SortedCollection {
  /// Fetches all rows again. The time does not include a search for the changed rows.
  static func measurePeer(_ run: LiveRun, _ count: Int, _ template: String) throws {
    let variant = GRDBVariant()
    let observations = try GRDBObservations<[ItemRecord]>(variant, run.files.copy(template))
    let latest = Latest<[ItemRecord]>()
    let sql = "SELECT id, name, score FROM items ORDER BY score, id"
    observations.observe(
      { try ItemRecord.fetchAll($0.cachedStatement(sql: sql)) },
      deliver: latest.receive
    )
    verify(observations.settle(), "an observation of GRDB has not begun")
    var random = SplitMix64(state: 3)
    let step = Step(name: "write") {
      let id = Int.random(in: 0..<count, using: &random)
      let score = Int.random(in: 0..<ItemContent.scoreBound, using: &random)
      try observations.tally.wait(fetches: 1, deliveries: 1) {
        try observations.writer.write { db in
          try db.cachedStatement(sql: "UPDATE items SET score = ? WHERE id = ?")
            .execute(arguments: [score, id])
        }
      }
    }
    let outcome = try run.measure([step], .few(20))[0]
    run.report.add(
      "\(benchmark) file",
      variant: "\(variant.name) without a difference",
      n: count,
      outcome
    )
    let records = try observations.writer.read { try ItemRecord.fetchAll($0, sql: sql) }
    verify(latest.value == records, "GRDB, the rows in order")
    observations.cancel()
  }
}
