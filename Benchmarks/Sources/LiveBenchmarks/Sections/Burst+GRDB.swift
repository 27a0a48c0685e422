import GRDB

extension Burst {
  /// Measures a tenth of the observers, because each write fetches all lists again, and each of its
  /// statements checks every observation.
  static func measurePeer(_ run: LiveRun, _ template: String) throws {
    let observedCount = run.size(1_000, quick: 100)
    let variant = GRDBVariant(removesDuplicates: true)
    let path = try run.files.copy(template)
    let observations = try GRDBObservations<[PostRecord]>(variant, path)
    let latest = (0..<observedCount).map { _ in Latest<[PostRecord]>() }
    for user in 0..<observedCount {
      observations.observe(PostRecord.fetch(variant, of: user), deliver: latest[user].receive)
    }
    guard observations.settle() else {
      run.report.note("GRDB: not measured, because the observations had not begun after a minute.")
      return
    }
    for count in [1, 10, 100, 1_000] where count <= run.size(1_000, quick: 100) {
      var moves = PostMoves(count: count, userCount: observedCount)
      let affected = moves.affectedUsers.count
      let step = Step(name: "move", operationCount: count) {
        try observations.tally.wait(fetches: observedCount, deliveries: affected) {
          try observations.writer.write { db in
            let update = try db.cachedStatement(
              sql: "UPDATE posts SET author_id = ? WHERE id = ?"
            )
            try moves.each { try update.execute(arguments: [$1, $0]) }
          }
        }
        moves.turn()
      }
      let outcome = try run.measure([step], .few(10, within: .seconds(8)))[0]
      if moves.isBack { try step.perform() }
      let name = "\(variant.name) with \(observedCount) observers"
      run.report.add(benchmark, variant: name, n: count, outcome)
    }
    for user in 0..<observedCount {
      let posts = try observations.writer.read(PostRecord.fetch(variant, of: user))
      verify(latest[user].value == posts, "\(variant.name), the posts of user \(user)")
    }
    observations.cancel()
  }
}
