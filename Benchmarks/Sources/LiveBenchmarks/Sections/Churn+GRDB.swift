import GRDB

extension Churn {
  /// Observes one row by its rowid with each observation.
  static func measurePeer(_ run: LiveRun, _ count: Int, _ template: String) throws {
    let variant = GRDBVariant()
    let writer = try variant.open(run.files.copy(template))
    var position = 0
    var current: [AnyDatabaseCancellable] = []
    let step = Step(name: "property", operationCount: batch) {
      let tally = ObservationTally()
      let range = position..<(position + batch)
      position += batch
      var next: [AnyDatabaseCancellable] = []
      // An observation begins with a fetch on a reader and another one on the writer.
      tally.wait(fetches: 2 * batch, deliveries: 0) {
        for index in range {
          next.append(observe(index % count, writer, tally))
        }
      }
      for cancellable in current { cancellable.cancel() }
      current = next
    }
    let outcome = try run.measure([step], .few(50, within: .seconds(8)))[0]
    run.report.add(benchmark, variant: variant.name, n: count, outcome)
    current = []
    try writer.barrierWriteWithoutTransaction { _ in }
  }

  private static func observe(
    _ id: Int,
    _ writer: any DatabaseWriter,
    _ tally: ObservationTally
  ) -> AnyDatabaseCancellable {
    ValueObservation
      .trackingConstantRegion { db in
        defer { tally.noteFetch() }
        return try Int.fetchOne(
          db.cachedStatement(sql: "SELECT score FROM items WHERE id = ?"),
          arguments: [id]
        )
      }
      .start(
        in: writer,
        scheduling: .async(onQueue: .global()),
        onError: { error in verify(false, "GRDB: \(error)") },
        onChange: { _ in }
      )
  }
}
