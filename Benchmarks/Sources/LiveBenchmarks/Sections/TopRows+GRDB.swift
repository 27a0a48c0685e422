import GRDB

extension TopRows {
  static func measurePeer(_ run: LiveRun, _ count: Int, _ path: String, _ bare: [Outcome]) throws {
    let variant = GRDBVariant()
    let observations = try GRDBObservations<[ItemRecord]>(variant, path)
    let latest = Latest<[ItemRecord]>()
    let sql = "SELECT id, name, score FROM items ORDER BY score DESC, id LIMIT 50"
    observations.observe(
      { try ItemRecord.fetchAll($0.cachedStatement(sql: sql)) },
      deliver: latest.receive
    )
    verify(observations.settle(), "an observation of GRDB has not begun")
    let script = TopRowsScript(rowCount: count)
    let steps = script.steps { event in
      try observations.tally.wait(fetches: 1, deliveries: 1) {
        try observations.writer.write { try $0.run(event) }
      }
    }
    for (outcome, bare) in zip(try run.measure(steps, Effort(rounds: 300)), bare) {
      run.report.add(benchmark, variant: variant.name, n: count, outcome, to: bare)
    }
    let records = try observations.writer.read { try ItemRecord.fetchAll($0, sql: sql) }
    verify(latest.value == records, "GRDB, the first rows")
    observations.cancel()
  }
}

extension Database {
  fileprivate func run(_ event: ItemEvent) throws {
    switch event {
    case .insert(let id, let score):
      try run("INSERT INTO items (id, name, score) VALUES (?, 'new', ?)", [id, score])
    case .update(let id, let score):
      try run("UPDATE items SET score = ? WHERE id = ?", [score, id])
    case .delete(let id): try run("DELETE FROM items WHERE id = ?", [id])
    }
  }

  private func run(_ sql: String, _ arguments: StatementArguments) throws {
    try cachedStatement(sql: sql).execute(arguments: arguments)
  }
}
