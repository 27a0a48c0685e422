#if PostgreSQL
import Foundation
import PostgreSQLTestSupport
import StateGraphReplication
import StateGraphReplicator
import StateGraphSQLite
import TestSupport
import Testing

/// A database of a server with tables of any kind, and a file that replicates them.
final class PairedTables {
  let name: String
  let database: Database
  let options: ReplicatorOptions
  private let server: PostgreSQLServer
  private let directory: TemporaryDirectory

  /// Creates the tables on both sides.
  ///
  /// - Parameters:
  ///   - setsUp: Whether the SQL of the set-up runs, too, and makes the file a replica.
  init(server schema: String, file: String, setsUp: Bool = true) throws {
    server = try PostgreSQLServer.shared.get()
    name = try server.createDatabase()
    directory = try TemporaryDirectory()
    database = try Database(path: directory.file("pair.sqlite"))
    options = ReplicatorOptions(
      server: try ConnectionParameters(server.address(of: name)),
      publication: try ServerName("pair")
    )
    try run(schema)
    for statement in file.split(separator: ";") {
      try database.execute(SQL(text: String(statement)))
    }
    if setsUp { try setUp() }
  }

  /// - Throws: The refusal of the set-up's SQL.
  func setUp() throws {
    let replica = try NewReplica(database, tables: [])
    let setup = ServerSetup(
      publication: options.publication,
      tables: try replica.setupTables(),
      pushRole: try ServerName("postgres"),
      feedRole: try ServerName("postgres")
    )
    try run(setup.sql)
    try replica.create()
  }

  @discardableResult
  func run(_ sql: String) throws -> String { try server.run(sql, in: name) }

  func write(_ sql: String) throws { try database.execute(SQL(text: sql)) }

  func synchronize() async throws { try await Replicator(database, options: options).runOnce() }

  var summary: ReplicaSummary { get throws { try ReplicaSummary(of: database) } }

  /// The rows that a query returns from the file and from the server. Each has one text.
  func rows(_ query: String) throws -> (file: [String], server: [String]) {
    (
      try database.fetchValues(String.self, SQL(text: query)),
      try run(query).split(separator: "\n").map(String.init)
    )
  }

  func expectEqual(_ query: String) throws {
    let rows = try rows(query)
    #expect(rows.file == rows.server)
  }

  /// Runs a replicator while `body` runs, after it has become live. `body` gets its task, which
  /// throws the error that stops the replicator.
  func whileLive(_ body: (Task<Void, any Error>) async throws -> Void) async throws {
    let replicator = try Replicator(database, options: options)
    let task = Task { try await replicator.run() }
    defer { task.cancel() }
    try await eventually { try summary.status == "live" }
    try await body(task)
    task.cancel()
    _ = await task.result
  }
}
#endif
