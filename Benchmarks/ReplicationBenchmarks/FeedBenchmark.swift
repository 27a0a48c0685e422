#if PostgreSQL
import PostgreSQLTestSupport
import StateGraphReplication

/// Catching up: one transaction of a million rows, and many transactions of one row.
enum FeedBenchmark {
  static func run() async throws {
    let benchmark = try BenchmarkServer(PostgreSQLServer())
    var position = try benchmark.connect(isReplicating: true).createSlot(benchmark.slot).position
    let rows = 1_000_000
    try benchmark.run(
      "INSERT INTO items SELECT 'item ' || n, n, repeat('x', 40) FROM generate_series(1, \(rows)) n"
    )
    position = try await drain(benchmark, position, "one transaction", rows, unit: "rows")
    let transactions = 64_000
    try benchmark.run(
      """
      CREATE PROCEDURE fill() LANGUAGE plpgsql AS $$ BEGIN
        FOR n IN 1..\(transactions) LOOP
          UPDATE items SET amount = amount + 1 WHERE id = 'item ' || n; COMMIT;
        END LOOP; END $$;
      """
    )
    try benchmark.run("CALL fill()")
    _ = try await drain(benchmark, position, "one-row transactions", transactions, unit: "rows")
  }

  /// Receives and decodes changes. The time begins before the connection is opened.
  private static func drain(
    _ benchmark: BenchmarkServer,
    _ position: LogPosition,
    _ name: String,
    _ count: Int,
    unit: String
  ) async throws -> LogPosition {
    let start = ContinuousClock.now
    let feed = try await benchmark.feed(position)
    var (received, end) = (0, position)
    while received < count {
      let batch = try await feed.next()
      for transaction in batch.transactions {
        var reader = transaction.changes()
        while try reader.next() != nil { received += 1 }
      }
      end = batch.end
    }
    report("feed, \(name)", count, unit, Measured.seconds(since: start))
    feed.close()
    while try benchmark.run("SELECT active FROM pg_replication_slots") == "t" {}
    return end
  }
}
#endif
