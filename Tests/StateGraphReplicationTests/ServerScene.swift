#if PostgreSQL
import PostgreSQLTestSupport
import StateGraphReplication
import TestSupport
import Testing

/// A database of its own on the shared server.
struct ServerScene {
  let server: PostgreSQLServer
  let database: String
  let slot: SlotName

  static let items = """
    CREATE TABLE items (id text PRIMARY KEY, amount bigint, note text, data bytea);
    ALTER TABLE items ALTER note SET STORAGE EXTERNAL;
    CREATE TABLE orders (id text PRIMARY KEY, item text REFERENCES items, rank bigint UNIQUE);
    CREATE PUBLICATION pub FOR TABLE items, orders;
    """

  init(_ schema: String = ServerScene.items, on server: PostgreSQLServer? = nil) throws {
    self.server = try server ?? PostgreSQLServer.shared.get()
    database = try self.server.createDatabase()
    slot = try Self.slot(of: database)
    try run(schema)
  }

  /// The name of the slot in the scene with this database.
  static func slot(of database: String) throws -> SlotName { try SlotName("s_" + database) }

  @discardableResult
  func run(_ sql: String) throws -> String { try server.run(sql, in: database) }

  var address: String { server.address(of: database) }

  func parameters(
    through proxy: FaultProxy? = nil,
    user: String = "postgres"
  ) throws -> ConnectionParameters {
    try ConnectionParameters(
      proxy?.address(of: database, user: user) ?? server.address(of: database, user: user)
    )
  }

  /// Opens a connection of the calling thread.
  func connect(
    through proxy: FaultProxy? = nil,
    isReplicating: Bool = false,
    user: String = "postgres"
  ) throws -> PostgreSQLConnection {
    try PostgreSQLConnection(
      parameters(through: proxy, user: user),
      isReplicating: isReplicating,
      wakeup: Wakeup()
    )
  }

  /// Creates the slot of this scene. Returns its position.
  func createSlot() throws -> LogPosition {
    try connect(isReplicating: true).createSlot(slot).position
  }

  func request(_ position: LogPosition) throws -> FeedRequest {
    try FeedRequest(slot: slot, publication: ServerName("pub"), position: position)
  }

  func feed(
    _ position: LogPosition,
    through proxy: FaultProxy? = nil,
    _ change: (inout FeedRequest) -> Void = { _ in }
  ) async throws -> PostgreSQLFeed {
    var request = try request(position)
    change(&request)
    return try await PostgreSQLFeed.open(parameters(through: proxy), request: request)
  }

  /// The position up to which the server may forget its log.
  func confirmed() throws -> LogPosition {
    let text = try run(
      "SELECT confirmed_flush_lsn FROM pg_replication_slots WHERE slot_name = '\(slot)'"
    )
    return try #require(LogPosition(text))
  }
}
#endif
