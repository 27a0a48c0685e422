import GRDB

extension RelationalThroughput {
  /// Each nested query is one observation, with a SELECT for its window and, unless that is a join,
  /// one SELECT for the children of each row.
  static func measurePeer(_ run: LiveRun, _ template: String) throws {
    let variant = GRDBVariant()
    let observations = try GRDBObservations<LedgerSum>(variant, run.files.copy(template))
    var latest: [Latest<LedgerSum>] = []
    let queries = (0..<userCount).flatMap { user in
      LedgerQuery.allCases.map { ($0, user % LedgerContent.organizationCount) }
    }
    for (query, organization) in queries {
      let sum = Latest<LedgerSum>()
      latest.append(sum)
      observations.observe({ try fetch(query, organization, $0) }, deliver: sum.receive)
    }
    verify(observations.settle(), "an observation of GRDB has not begun")
    let step = step { write in
      try observations.tally.wait(fetches: queries.count, deliveries: queries.count) {
        try observations.writer.write { try $0.run(write) }
      }
    }
    let outcome = try run.measure([step], .few(40, within: .seconds(6)))[0]
    let rate = "\(countText((1e9 / mean(outcome)).rounded())) writes/s"
    run.report.add(benchmark, variant: variant.name, n: queries.count, outcome, note: rate)
    for (index, (query, organization)) in queries.enumerated() {
      let fresh = try observations.writer.read { try fetch(query, organization, $0) }
      verify(latest[index].value == fresh, "GRDB, \(query) of organization \(organization)")
    }
    observations.cancel()
  }

  private static func fetch(
    _ query: LedgerQuery,
    _ organization: Int,
    _ db: Database
  ) throws -> LedgerSum {
    try query.sum(of: organization) { sql, key in
      let statement = try db.cachedStatement(sql: sql)
      let arguments: StatementArguments = key.map { [$0] } ?? []
      let rows = try Row.fetchCursor(statement, arguments: arguments)
      var numbers: [[Int]] = []
      while let row = try rows.next() { numbers.append((0..<row.count).map { row[$0] }) }
      return numbers
    }
  }
}

extension Database {
  fileprivate func run(_ write: RelationalThroughput.Write) throws {
    try cachedStatement(
      sql: "INSERT INTO activities (id, amount, account_id, organization_id) VALUES (?, ?, ?, ?)"
    )
    .execute(arguments: [write.activity, write.amount, write.account, write.organization])
    try cachedStatement(sql: "UPDATE accounts SET balance = ? WHERE id = ?")
      .execute(arguments: [write.balance, write.account])
    try cachedStatement(sql: "UPDATE organizations SET total = total + ? WHERE id = ?")
      .execute(arguments: [write.amount, write.organization])
  }
}
