#if PostgreSQL
import PostgreSQLTestSupport
import StateGraphReplication

/// The first copy of a million rows, decoded and in the order of their keys.
enum CopyBenchmark {
  static func run() throws {
    let benchmark = try BenchmarkServer(PostgreSQLServer())
    let rows = 1_000_000
    try benchmark.run(
      "INSERT INTO items SELECT 'item ' || n, n, repeat('x', 40) FROM generate_series(1, \(rows)) n"
    )
    try benchmark.run("VACUUM ANALYZE items")
    let copy = TableCopy(
      table: try ServerTable(name: "items"),
      columns: try ["id", "amount", "note"].map { try ServerName($0) },
      key: [(try ServerName("id"), .text)]
    )
    let connection = try benchmark.connect()
    var count = 0
    let measured = try Measured { count = try copy.run(connection) { _ in } }
    report("copy", count, "rows", measured.seconds)
  }
}
#endif
