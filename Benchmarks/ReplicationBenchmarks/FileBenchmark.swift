#if PostgreSQL
import Foundation
import PostgreSQLTestSupport
import StateGraphReplicator
import StateGraphSQLite

/// What a file needs to follow a server that is ahead, to be compared with it, and to send rows.
enum FileBenchmark {
  private static let rowCount = 1_000_000

  static func run() async throws {
    let benchmark = try BenchmarkServer(PostgreSQLServer())
    try benchmark.setUp()
    let machine = try BenchmarkMachine(benchmark)
    try await machine.synchronize()
    try benchmark.run(
      """
      INSERT INTO items SELECT 'item ' || n, n, repeat('x', 40)
        FROM generate_series(1, \(rowCount)) n
      """
    )
    try await measure("one transaction", rowCount, "rows") { try await machine.synchronize() }
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
    try await measure("one-row transactions", transactions, "transactions") {
      try await machine.synchronize()
    }
    try require(machine, rowCount)
    try await compare(benchmark)
    try await push(machine, benchmark)
  }

  /// The first copy, the same rows by `sqlite3 .import`, and a comparison of equal rows.
  private static func compare(_ benchmark: BenchmarkServer) async throws {
    let machine = try BenchmarkMachine(benchmark)
    try await measure("first copy", rowCount, "rows") {
      try await machine.replicator().reconcileNow()
    }
    try require(machine, rowCount)
    let before = try machine.database.fetchValue(Int.self, "SELECT sum(amount) FROM items")
    try await measure("comparison of equal rows", rowCount, "rows") {
      try await machine.replicator().reconcileNow()
    }
    let after = try machine.database.fetchValue(Int.self, "SELECT sum(amount) FROM items")
    guard before == after else { throw Failure(text: "the comparison has changed rows") }
    try importWithSQLite(benchmark)
  }

  private static func importWithSQLite(_ benchmark: BenchmarkServer) throws {
    let folder = NSTemporaryDirectory() + "/stategraph-import-\(getpid())"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let rows = try benchmark.run("COPY (SELECT * FROM items ORDER BY id) TO STDOUT (FORMAT csv)")
    try rows.write(toFile: folder + "/rows.csv", atomically: true, encoding: .utf8)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "sqlite3", folder + "/a.sqlite", "PRAGMA journal_mode = wal",
      "CREATE TABLE items (id TEXT PRIMARY KEY NOT NULL, amount INTEGER, note TEXT) STRICT",
      ".import --csv \(folder)/rows.csv items",
    ]
    process.standardOutput = FileHandle.nullDevice
    let measured = try Measured {
      try process.run()
      process.waitUntilExit()
    }
    report("the same by sqlite3 .import", rowCount, "rows", measured.seconds)
  }

  private static func push(_ machine: BenchmarkMachine, _ benchmark: BenchmarkServer) async throws {
    try writeBatches(machine.database)
    try await measure("push of 20 transactions", 200_000, "rows") {
      try await machine.synchronize()
    }
    try writeSingles(machine.database)
    try await measure("push of one-row transactions", 10_000, "transactions") {
      try await machine.synchronize()
    }
    let found = try benchmark.run("SELECT count(*) FROM items")
    guard found == "\(rowCount + 210_000)" else { throw Failure(text: "\(found) rows") }
  }

  private static func writeBatches(_ database: Database) throws {
    for batch in 0..<20 {
      try database.write {
        for number in batch * 10_000..<(batch + 1) * 10_000 {
          try database.execute(
            "INSERT INTO items VALUES (\("own \(number)"), \(number), 'a note')"
          )
        }
      }
    }
  }

  private static func writeSingles(_ database: Database) throws {
    for number in 0..<10_000 {
      try database.execute("INSERT INTO items (id) VALUES (\("single \(number)"))")
    }
  }

  struct Failure: Error { let text: String }

  private static func require(_ machine: BenchmarkMachine, _ count: Int) throws {
    let found = try machine.count()
    guard found == count else { throw Failure(text: "\(found) rows instead of \(count)") }
  }

  private static func measure(
    _ name: String,
    _ count: Int,
    _ unit: String,
    _ work: () async throws -> Void
  ) async throws {
    let start = ContinuousClock.now
    try await work()
    report(name, count, unit, Measured.seconds(since: start))
  }
}
#endif
