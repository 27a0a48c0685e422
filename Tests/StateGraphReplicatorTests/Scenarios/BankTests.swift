#if PostgreSQL
import Foundation
import PostgreSQLTestSupport
import SQLiteTestSupport
import StateGraphReplication
import StateGraphReplicator
import StateGraphSQLite
import StateGraphThreads
import TestSupport
import Testing

/// TPC-B of the program `pgbench` on the server, while three files follow.
@Suite(.postgreSQL, .timeLimit(.minutes(10))) struct BankTests {
  private static let tables = [
    "pgbench_accounts", "pgbench_branches", "pgbench_history", "pgbench_tellers",
  ]

  private static let fileSchema: [SQL] = [
    """
    CREATE TABLE pgbench_branches (bid INTEGER NOT NULL, bbalance INTEGER, PRIMARY KEY (bid))
    WITHOUT ROWID, STRICT
    """,
    """
    CREATE TABLE pgbench_tellers (tid INTEGER NOT NULL, tbalance INTEGER, PRIMARY KEY (tid))
    WITHOUT ROWID, STRICT
    """,
    """
    CREATE TABLE pgbench_accounts (aid INTEGER NOT NULL, abalance INTEGER, PRIMARY KEY (aid))
    WITHOUT ROWID, STRICT
    """,
    "CREATE TABLE pgbench_history (id TEXT PRIMARY KEY NOT NULL, delta INTEGER) STRICT",
  ]

  private static let sums: SQL = """
    SELECT (SELECT coalesce(sum(abalance), 0) FROM pgbench_accounts),
      (SELECT coalesce(sum(tbalance), 0) FROM pgbench_tellers),
      (SELECT coalesce(sum(bbalance), 0) FROM pgbench_branches),
      (SELECT coalesce(sum(delta), 0) FROM pgbench_history),
      (SELECT count(*) FROM pgbench_history)
    """

  /// Compares the sums after each commit that a file shows, before the next one.
  ///
  /// Every other duty of an observer is left out: no entity and no query is open.
  private final class SumObserver: CommitListener {
    let differences = Recorder<[SQLiteValue]>()
    let checkCount = Guarded(0)
    private let database: @Sendable () -> Database?

    init(_ database: Database) { self.database = { [weak database] in database } }

    func writeDidEnd() {
      guard let database = database(), let row = try? database.rows(BankTests.sums).first else {
        return differences.record([])
      }
      if Set(row.values.prefix(4)).count != 1 { differences.record(row.values) }
      checkCount.withLock { $0 += 1 }
    }
  }

  private let server: PostgreSQLServer
  private let name: String

  init() throws {
    server = try PostgreSQLServer.shared.get()
    name = try server.createDatabase()
    try pgbench("-i", "-q", "--no-vacuum")
    // A replicated table needs a key.
    try server.run(
      "ALTER TABLE pgbench_history ADD id uuid PRIMARY KEY DEFAULT gen_random_uuid()",
      in: name
    )
    let setup = ServerSetup(
      publication: try ServerName("bank"),
      tables: try Self.tables.map { ServerSetup.Table(try ServerTable(name: $0)) },
      pushRole: try ServerName("postgres"),
      feedRole: try ServerName("postgres")
    )
    try server.run(setup.sql, in: name)
  }

  private func pgbench(_ arguments: String...) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try #require(PostgreSQLServer.benchmark))
    process.arguments = ["-h", server.folder, "-U", "postgres"] + arguments + [name]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw TestFailure("pgbench has failed") }
  }

  @Test func `at every commit that a file shows, all sums agree`() async throws {
    var options = ReplicatorOptions(
      server: try ConnectionParameters(server.address(of: name)),
      publication: try ServerName("bank")
    )
    options.pushLimit = 100
    let directory = try TemporaryDirectory()
    var databases: [Database] = []
    var observers: [SumObserver] = []
    var tasks: [Task<Void, any Error>] = []
    for number in 0..<3 {
      let database = try Database(path: directory.file("bank\(number).sqlite"))
      for statement in Self.fileSchema { try database.execute(statement) }
      try StoredReplica(database).create(
        Replica(
          server: [],
          client: withUnsafeBytes(of: UUID().uuid) { Array($0) },
          tables: Self.tables
        )
      )
      let observer = SumObserver(database)
      _ = database.attach { observer }
      let replicator = try Replicator(database, options: options)
      tasks.append(Task { try await replicator.run() })
      databases.append(database)
      observers.append(observer)
    }
    for database in databases {
      try await eventually { try StoredReplica(database).read()?.report.state == .live }
    }
    let before = observers.map { observer in observer.checkCount.withLock { $0 } }
    // A file that follows slowly shows the transactions of a round in one commit. It has at least one
    // commit for each round, because a round begins when all files show the one before.
    for round in 1...10 {
      try pgbench("-c", "4", "-t", "50", "--no-vacuum")
      for database in databases {
        try await eventually {
          try database.rows(Self.sums).first?[4] == .integer(Int64(round) * 200)
        }
      }
    }
    let expected = "SELECT sum(abalance), count(*) FROM pgbench_accounts"
    let accounts = try server.run(expected, in: name)
    for (place, database) in databases.enumerated() {
      let row = try #require(
        try database.rows("SELECT sum(abalance), count(*) FROM pgbench_accounts").first
      )
      #expect(row.values == accounts.split(separator: "|").map { .integer(Int64($0) ?? -1) })
      #expect(observers[place].differences.elements == [])
      let checks = observers[place].checkCount.withLock { $0 } - before[place]
      #expect(checks >= 10)
    }
    for task in tasks {
      task.cancel()
      _ = await task.result
    }
  }
}
#endif
