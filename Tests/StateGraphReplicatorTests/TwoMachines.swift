#if PostgreSQL
import Foundation
import PostgreSQLTestSupport
import StateGraphReplication
import StateGraphReplicator
import StateGraphSQLite
import TestSupport
import Testing

/// A server's database with the tables of a shop, and files that replicate it.
struct Shop {
  static let fileSchema: [SQL] = [
    """
    CREATE TABLE customers (
      id TEXT PRIMARY KEY NOT NULL, name TEXT NOT NULL UNIQUE, photo BLOB, score REAL) STRICT
    """,
    """
    CREATE TABLE orders (
      id TEXT PRIMARY KEY NOT NULL, customer TEXT NOT NULL REFERENCES customers (id),
      amount INTEGER NOT NULL CHECK (amount > 0)) STRICT
    """,
  ]

  static let serverSchema = """
    CREATE TABLE customers (
      id text PRIMARY KEY, name text NOT NULL UNIQUE, photo bytea, score float8, internal text);
    ALTER TABLE customers ALTER photo SET STORAGE EXTERNAL;
    CREATE TABLE orders (
      id text PRIMARY KEY, customer text NOT NULL REFERENCES customers (id),
      amount bigint NOT NULL CHECK (amount > 0 AND amount <> 13));
    """

  let server: PostgreSQLServer
  let name: String

  /// - Parameter server: A server of its own, for a test that stops it. Nil for the shared one.
  init(
    pushRole: String = "postgres",
    feedRole: String = "postgres",
    on server: PostgreSQLServer? = nil
  ) throws {
    self.server = try server ?? PostgreSQLServer.shared.get()
    name = try self.server.createDatabase()
    try run(Shop.serverSchema)
    // Roles belong to the whole server, which the tests share.
    if pushRole != "postgres" { _ = try? run("CREATE ROLE \(pushRole) LOGIN") }
    if feedRole != "postgres" { _ = try? run("CREATE ROLE \(feedRole) LOGIN REPLICATION") }
    let setup = ServerSetup(
      publication: try ServerName("shop"),
      tables: [
        ServerSetup.Table(try ServerTable(name: "customers")),
        ServerSetup.Table(try ServerTable(name: "orders")),
      ],
      pushRole: try ServerName(pushRole),
      feedRole: try ServerName(feedRole)
    )
    try run(setup.sql)
  }

  @discardableResult
  func run(_ sql: String) throws -> String { try server.run(sql, in: name) }

  func options(through proxy: FaultProxy? = nil) throws -> ReplicatorOptions {
    let address = proxy?.address(of: name) ?? server.address(of: name)
    return ReplicatorOptions(
      server: try ConnectionParameters(address),
      publication: try ServerName("shop")
    )
  }

  /// The rows of a table on the server, sorted, with a bar between the values.
  func lines(_ table: String, _ columns: String) throws -> [String] {
    try run("SELECT \(columns) FROM \(table) ORDER BY id").split(separator: "\n").map(String.init)
  }
}

/// A machine with a file.
final class Machine {
  let directory: TemporaryDirectory
  let database: Database
  let shop: Shop

  private init(_ shop: Shop, _ directory: TemporaryDirectory, _ database: Database) {
    (self.shop, self.directory, self.database) = (shop, directory, database)
  }

  /// Another machine with a copy of this file.
  func copied() throws -> Machine {
    let directory = try TemporaryDirectory()
    let path = directory.file("shop.sqlite")
    try database.backup(to: path)
    return try Machine(shop, directory, Database(path: path))
  }

  init(_ shop: Shop) throws {
    self.shop = shop
    directory = try TemporaryDirectory()
    database = try Database(path: directory.file("shop.sqlite"))
    for statement in Shop.fileSchema { try database.execute(statement) }
    let client = withUnsafeBytes(of: UUID().uuid) { Array($0) }
    try StoredReplica(database).create(
      Replica(server: [], client: client, tables: ["customers", "orders"])
    )
  }

  func replicator(through proxy: FaultProxy? = nil) throws -> Replicator {
    try Replicator(database, options: shop.options(through: proxy))
  }

  /// Sends and receives everything.
  func synchronize() async throws { try await replicator().runOnce() }

  /// Runs statements in one transaction.
  func write(_ statements: SQL...) throws { try write(statements) }

  func write(_ statements: [SQL]) throws {
    try database.write { for statement in statements { try database.execute(statement) } }
  }

  func lines(_ table: String, _ columns: [String]) throws -> [String] {
    try database.rows("SELECT \(columns: columns) FROM \(table: table) ORDER BY id").map { row in
      row.values.map { value in
        switch value {
        case .null: ""
        case .integer(let integer): "\(integer)"
        case .real(let real): "\(real)"
        case .text(let text): text
        case .blob(let bytes): "\(bytes.count) bytes"
        }
      }
      .joined(separator: "|")
    }
  }

  var pendingCount: Int64 {
    get throws {
      try StoredReplica(database).readOutbox { try $0.newestSeq() }
        - (StoredReplica(database).read()?.decided ?? 0)
    }
  }
}
#endif
