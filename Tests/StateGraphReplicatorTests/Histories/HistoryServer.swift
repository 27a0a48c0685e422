#if PostgreSQL
import Foundation
import PostgreSQLTestSupport
import SQLiteTestSupport
import StateGraphReplicator
import StateGraphSQLite
import TestSupport

@testable import StateGraphReplication

/// A database on a real server, with the state of the model after each of its commits.
///
/// Triggers of the server record each changed row, and a slot of its own tells the commits in their
/// order. The history is thus what the server itself says. No code of the replication reads it.
final class HistoryServer {
  /// A commit of the server, and everything that files know about it.
  struct Commit {
    /// The end of the commit in the server's log.
    let end: UInt64
    let state: ModelState
    /// The number of the last decided transaction of each file.
    let decided: [String: Int64]
    /// The numbers of the refused transactions of each file.
    let refused: [String: [Int64]]
  }

  /// One changed row, as a trigger has recorded it.
  private struct Recorded {
    let table: String
    let old: [String: Any]?
    let new: [String: Any]?
  }

  private static let schema = """
    CREATE TABLE users (
      id text PRIMARY KEY, name text NOT NULL UNIQUE DEFERRABLE INITIALLY DEFERRED,
      age bigint CHECK (age >= 0));
    CREATE TABLE posts (
      id text PRIMARY KEY, author text REFERENCES users DEFERRABLE INITIALLY DEFERRED,
      title text NOT NULL);
    CREATE TABLE seats (
      room text, number bigint,
      guest text UNIQUE DEFERRABLE INITIALLY DEFERRED
        REFERENCES users DEFERRABLE INITIALLY DEFERRED,
      PRIMARY KEY (room, number));
    CREATE TABLE accounts (id text PRIMARY KEY, balance bigint NOT NULL CHECK (balance >= 0));
    CREATE TABLE files (id text PRIMARY KEY, data bytea, rank bigint);
    ALTER TABLE files ALTER data SET STORAGE EXTERNAL;
    """

  private static let audit = """
    CREATE TABLE audit (
      id bigserial PRIMARY KEY, xid text DEFAULT pg_current_xact_id()::text, name text, old jsonb,
      new jsonb);
    CREATE FUNCTION record() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      INSERT INTO public.audit (name, old, new)
        VALUES (TG_TABLE_NAME, to_jsonb(OLD), to_jsonb(NEW));
      RETURN NULL;
    END $$;
    CREATE FUNCTION record_all() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      INSERT INTO public.audit (name) VALUES (TG_TABLE_NAME);
      RETURN NULL;
    END $$;
    CREATE TRIGGER emptied AFTER TRUNCATE ON posts EXECUTE FUNCTION record_all();
    """

  let server: PostgreSQLServer
  let name: String
  private let connection: PostgreSQLConnection
  private(set) var commits = [Commit(end: 0, state: ModelState(), decided: [:], refused: [:])]
  /// The recorded rows of transactions whose commit the slot has not told yet.
  private var recorded: [String: [Recorded]] = [:]
  private var lastRecord = 0

  init(on server: PostgreSQLServer) throws {
    self.server = server
    name = try server.createDatabase()
    connection = try PostgreSQLConnection(
      ConnectionParameters(server.address(of: name)),
      isReplicating: false,
      wakeup: Wakeup()
    )
    try connection.execute("SET search_path = public, pg_catalog")
    try connection.execute(Self.schema)
    let setup = ServerSetup(
      publication: try ServerName("model"),
      tables: try ModelState.tables.map { ServerSetup.Table(try ServerTable(name: $0)) },
      pushRole: try ServerName("postgres"),
      feedRole: try ServerName("postgres")
    )
    try connection.execute(setup.sql)
    try connection.execute(Self.audit)
    for table in ModelState.tables + ["stategraph.clients", "stategraph.refusals"] {
      try connection.execute(
        """
        CREATE TRIGGER recorded AFTER INSERT OR UPDATE OR DELETE ON \(table)
          FOR EACH ROW EXECUTE FUNCTION public.record()
        """
      )
    }
    try connection.execute("SELECT pg_create_logical_replication_slot('r_\(name)', 'pgoutput')")
  }

  deinit {
    // A database that stays costs the disk 8 MB. Its slots make the server keep its log, which
    // slows every later history. A slot in use cannot be dropped, so its connection ends first.
    let connections = "FROM pg_stat_activity WHERE datname = '\(name)'"
    _ = try? server.run("SELECT pg_terminate_backend(pid, 10000) \(connections)", in: "postgres")
    _ = try? server.run("DROP DATABASE \(name)", in: "postgres")
  }

  func options(through proxy: FaultProxy) throws -> ReplicatorOptions {
    var options = ReplicatorOptions(
      server: try ConnectionParameters(proxy.address(of: name)),
      publication: try ServerName("model")
    )
    options.refusesChanged = Array(ModelState.refusesChanged)
    return options
  }

  // MARK: Slots

  /// Drops the slots of this database that no replicator uses.
  func dropSlots() throws {
    try connection.execute(
      """
      SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots
      WHERE database = current_database() AND NOT active AND slot_name LIKE 'stategraph_%'
      """
    )
  }

  func hasSlot(of client: String) throws -> Bool {
    let slot = "stategraph_" + client.replacing("-", with: "")
    let found = try connection.query(
      "SELECT 1 FROM pg_replication_slots WHERE slot_name = $1 AND wal_status <> 'lost'",
      parameters: [slot]
    )
    return !found.isEmpty
  }

  // MARK: The history

  var state: ModelState { commits.last?.state ?? ModelState() }

  /// Returns the newest commit of which a file at this position has everything.
  func commit(at position: ServerPosition) -> Commit {
    commits.last { $0.end <= position.bits } ?? commits[0]
  }

  /// Reads the commits since the last call.
  ///
  /// - Parameter changes: Returns the changes of a transaction that a file has made.
  /// - Returns: What is wrong with a decision of the server, or nil.
  func readCommits(
    _ changes: (_ client: String, _ sequence: Int64) -> [ModelState.Change]?
  ) throws -> String? {
    // A connection that was cut can have sent a transaction that the server has not committed yet.
    try connection.execute(PostgreSQLServer.untilClientsEnd)
    let found = try connection.execute(
      """
      SELECT lsn, xid FROM pg_logical_slot_get_binary_changes('r_\(name)', NULL, NULL,
        'proto_version', '1', 'publication_names', 'model') WHERE get_byte(data, 0) = 67
      """
    )
    guard !found.isEmpty else { return nil }
    let rows = try connection.execute(
      "SELECT id, xid, name, old, new FROM audit WHERE id > \(lastRecord) ORDER BY id"
    )
    for row in rows {
      guard let id = row[0].flatMap(Int.init), let xid = row[1], let table = row[2] else {
        continue
      }
      lastRecord = id
      let change = Recorded(
        table: table,
        old: try Self.object(row[3]),
        new: try Self.object(row[4])
      )
      recorded[xid, default: []].append(change)
    }
    for row in found {
      guard let end = row[0].flatMap({ LogPosition($0) }), let xid = row[1] else { continue }
      let problem = append(recorded.removeValue(forKey: xid) ?? [], end.rawValue, changes)
      if let problem { return problem }
    }
    return nil
  }

  private static func object(_ json: String?) throws -> [String: Any]? {
    try json.flatMap { try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] }
  }

  private func append(
    _ rows: [Recorded],
    _ end: UInt64,
    _ changes: (_ client: String, _ sequence: Int64) -> [ModelState.Change]?
  ) -> String? {
    let before = commits.last ?? commits[0]
    var (state, decided, refused) = (before.state, before.decided, before.refused)
    var pushed: (client: String, sequence: Int64)?
    var isRefused = false
    for row in rows {
      switch row.table {
      case "clients":
        guard let new = row.new, let client = new["id"] as? String,
          let sequence = (new["seq"] as? NSNumber)?.int64Value
        else { continue }
        let known = decided[client] ?? 0
        guard sequence == known || sequence == known + 1 else {
          return "the server has decided \(sequence) of \(client) after \(known)"
        }
        if sequence > known { pushed = (client, sequence) }
        decided[client] = sequence
      case "refusals":
        guard let client = row.new?["client"] as? String,
          let sequence = (row.new?["seq"] as? NSNumber)?.int64Value
        else { continue }
        refused[client, default: []].append(sequence)
        isRefused = true
      default: Self.apply(row, to: &state)
      }
    }
    commits.append(Commit(end: end, state: state, decided: decided, refused: refused))
    guard let pushed else { return nil }
    guard let made = changes(pushed.client, pushed.sequence) else {
      return "the server has decided a write \(pushed) that no file has made"
    }
    let expected = isRefused ? before.state : before.state.applying(made)
    guard state == expected else {
      return "the server has made something else of the write \(pushed) \(made): \(state)"
    }
    return nil
  }

  private static func apply(_ row: Recorded, to state: inout ModelState) {
    guard row.old != nil || row.new != nil else {
      for key in state[row.table].keys { state.set(nil, key, in: row.table) }
      return
    }
    let (old, new) = (values(row.old, in: row.table), values(row.new, in: row.table))
    let keyCount = ModelState.keyCounts[row.table] ?? 1
    if let old { state.set(nil, RowKey(Array(old.prefix(keyCount))), in: row.table) }
    if let new { state.set(new, RowKey(Array(new.prefix(keyCount))), in: row.table) }
  }

  private static func values(_ object: [String: Any]?, in table: String) -> ModelState.Row? {
    guard let object, let columns = ModelState.columns[table] else { return nil }
    return columns.map { column -> SQLiteValue in
      switch object[column] {
      case let text as String where column == "data":
        .blob(HexadecimalText.bytes(of: Array(text.utf8)[...]) ?? [])
      case let text as String: .text(text)
      case let number as NSNumber: .integer(number.int64Value)
      default: .null
      }
    }
  }

  // MARK: A program on the server

  /// A program makes random changes in one transaction.
  func write(_ random: inout SeededRandom) throws {
    if Int.random(in: 0..<10, using: &random) == 0 {
      return try run(["TRUNCATE posts", "INSERT INTO posts VALUES ('p1', NULL, 'first')"])
    }
    if Int.random(in: 0..<10, using: &random) == 0 {
      let (from, to) = ("a\(Int.random(in: 0..<3, using: &random))", "a3")
      return try run(["UPDATE accounts SET id = '\(to)' WHERE id = '\(from)'"])
    }
    try run(state.changes(to: laterState(&random)).map(Self.statement))
  }

  /// A program makes random changes in one transaction whose result has a property.
  ///
  /// - Returns: Whether such changes were found.
  func write(_ random: inout SeededRandom, until isWanted: (ModelState) -> Bool) throws -> Bool {
    for _ in 0..<500 {
      let after = laterState(&random)
      guard after != state, isWanted(after) else { continue }
      try run(state.changes(to: after).map(Self.statement))
      return true
    }
    return false
  }

  private func laterState(_ random: inout SeededRandom) -> ModelState {
    var after = state
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      after = ModelStatement.random(on: after, &random)?.after ?? after
    }
    return after
  }

  /// Calls `body` while a transaction of a program holds all replicated tables. The server decides
  /// no write meanwhile, and sends what was committed before.
  func holdingTables<Result>(_ body: () async throws -> Result) async throws -> Result {
    // The mode excludes writes of others. It takes no number of a transaction, for which the
    // creation of a slot would wait.
    let tables = ModelState.tables.joined(separator: ", ")
    try connection.execute("BEGIN; LOCK TABLE \(tables) IN SHARE ROW EXCLUSIVE MODE")
    defer { _ = try? connection.execute("ROLLBACK") }
    return try await body()
  }

  private func run(_ statements: [String]) throws {
    do throws(ReplicationError) {
      try connection.execute("BEGIN; " + statements.joined(separator: "; ") + "; COMMIT")
    } catch {
      // A row of a transaction that the reference has not seen yet can exclude the change.
      guard error.sqlState?.errorClass == "23" else { throw error }
      try connection.execute("ROLLBACK")
    }
  }

  private static func statement(_ change: ModelState.Change) -> String {
    let columns = ModelState.columns[change.table] ?? []
    let places = columns.indices.prefix(ModelState.keyCounts[change.table] ?? 1)
    let key = zip(columns, change.key.values).map { "\($0) = \(literal($1))" }
      .joined(separator: " AND ")
    guard let new = change.new else { return "DELETE FROM \(change.table) WHERE \(key)" }
    guard let old = change.old else {
      return "INSERT INTO \(change.table) VALUES (\(new.map(literal).joined(separator: ", ")))"
    }
    let changed = columns.indices.filter { !places.contains($0) && old[$0] != new[$0] }
      .map { "\(columns[$0]) = \(literal(new[$0]))" }
    return "UPDATE \(change.table) SET \(changed.joined(separator: ", ")) WHERE \(key)"
  }

  private static func literal(_ value: SQLiteValue) -> String {
    switch value {
    case .null: "NULL"
    case .integer(let integer): "\(integer)"
    case .real(let real): "\(real)"
    case .text(let text): ServerName.literal(text)
    case .blob(let bytes):
      "'" + String(decoding: HexadecimalText.text(of: bytes), as: UTF8.self) + "'"
    }
  }
}
#endif
