#if PostgreSQL
import PostgreSQLTestSupport
@testable import StateGraphReplication
import StateGraphThreads
import TestSupport
import Testing

@Suite(.postgreSQL, .timeLimit(.minutes(20))) struct PostgreSQLConnectionTests {
  @Test func `a statement has parameters and rows as text`() throws {
    let connection = try ServerScene("").connect()
    let rows = try connection.query(
      "SELECT $1::int + 1, $2::text, $3::text",
      parameters: ["41", "é'", nil]
    )
    #expect(rows == [["42", "é'", nil]])
  }

  @Test func `the session has the settings that the types expect`() throws {
    let connection = try ServerScene("").connect()
    let rows = try connection.query(
      """
      SELECT '2026-03-01 09:30:00.250+02'::timestamptz, '\\x00ff'::bytea, 0.1::float8, 'x'::text,
        current_setting('client_encoding')
      """,
      parameters: []
    )
    #expect(rows == [["2026-03-01 07:30:00.25+00", "\\x00ff", "0.1", "x", "UTF8"]])
  }

  @Test(arguments: [
    ("SELECT * FROM public.nothing", ReplicationError.Code.schemaMismatch, "42P01"),
    ("SELECT nothing FROM pg_class", .schemaMismatch, "42703"),
    ("SELECT 'secret value'::int", .serverError, "22P02"),
    ("SELECT 1/0", .serverError, "22012"),
    ("DO $$ BEGIN RAISE 'secret value'; END $$", .serverError, "P0001"),
    ("DO $$ BEGIN RAISE 'secret value' USING ERRCODE = '53100'; END $$", .serverError, "53100"),
    ("DO $$ BEGIN ASSERT false, 'secret value'; END $$", .serverError, "P0004"),
  ])
  func `an error of the server has its code and no value`(
    sql: String,
    code: ReplicationError.Code,
    state: String
  ) throws {
    let connection = try ServerScene("").connect()
    let error = #expect(throws: ReplicationError.self) { try connection.execute(sql) }
    #expect(error?.code == code && error?.sqlState?.code == state)
    #expect(error?.description.contains("secret") == false)
    #expect(try connection.execute("SELECT 1") == [["1"]])
  }

  @Test(arguments: [(false, false), (false, true), (true, false)])
  func `limits of the role do not hold for a connection`(
    isReplicating: Bool,
    writesRows: Bool
  ) throws {
    let scene = try ServerScene("")
    let version = Int(try scene.run("SHOW server_version_num")) ?? 0
    let limits =
      [
        "statement_timeout", "idle_in_transaction_session_timeout", "idle_session_timeout",
      ] + (version >= 170_000 ? ["transaction_timeout"] : [])
    for limit in limits { try scene.run("ALTER DATABASE \(scene.database) SET \(limit) = '9s'") }
    let connection = try PostgreSQLConnection(
      scene.parameters(),
      isReplicating: isReplicating,
      writesRows: writesRows,
      wakeup: Wakeup()
    )
    for limit in limits { #expect(try connection.execute("SHOW \(limit)") == [["0"]], "\(limit)") }
  }

  @Test func `a connection that writes rows has the settings of its role`() throws {
    let scene = try ServerScene("")
    let settings = ["search_path": "public", "timezone": "Asia/Tokyo", "datestyle": "SQL, DMY"]
    for (name, value) in settings {
      try scene.run("ALTER DATABASE \(scene.database) SET \(name) = '\(value)'")
    }
    let connection = try PostgreSQLConnection(
      scene.parameters(),
      isReplicating: false,
      writesRows: true,
      wakeup: Wakeup()
    )
    for (name, value) in settings {
      #expect(try connection.execute("SHOW \(name)") == [[value]])
    }
  }

  @Test func `a wrong password is an error without the password`() throws {
    let scene = try ServerScene("")
    _ = try? scene.run("CREATE ROLE secret LOGIN PASSWORD 'right-4711'")
    let right = scene.server.address(of: scene.database, user: "secret") + "&password=right-4711"
    _ = try PostgreSQLConnection(
      ConnectionParameters(right),
      isReplicating: false,
      wakeup: Wakeup()
    )
    let parameters = try ConnectionParameters(
      scene.server.address(of: scene.database, user: "secret") + "&password=wrong-4711"
    )
    let error = #expect(throws: ReplicationError.self) {
      try PostgreSQLConnection(parameters, isReplicating: false, wakeup: Wakeup())
    }
    #expect(error?.code == .authenticationFailed && error?.remedy.isEmpty == false)
    var dumped = ""
    dump(parameters, to: &dumped)
    let texts = ["\(error as Any)", "\(parameters)", String(reflecting: parameters), dumped]
    #expect(texts.allSatisfy { !$0.contains("4711") })
  }

  @Test func `a server without a free connection is no refusal of the password`() throws {
    let scene = try ServerScene("")
    _ = try? scene.run("CREATE ROLE secret LOGIN PASSWORD 'right-4711'")
    try scene.run("ALTER DATABASE \(scene.database) CONNECTION LIMIT 0")
    let parameters = try ConnectionParameters(
      scene.server.address(of: scene.database, user: "secret") + "&password=right-4711"
    )
    let error = #expect(throws: ReplicationError.self) {
      try PostgreSQLConnection(parameters, isReplicating: false, wakeup: Wakeup())
    }
    #expect(error?.code == .connectionFailed && error?.sqlState?.code == "53300")
    #expect(error?.description.contains("LOCATION") == false)
  }

  @Test(arguments: [
    (
      "FATAL:  28P01: password authentication failed", false,
      ReplicationError.Code.authenticationFailed
    ),
    ("FATAL:  28000: no pg_hba.conf entry for host", false, .authenticationFailed),
    ("fe_sendauth: no password supplied", true, .authenticationFailed),
    ("FATAL:  57P03: the database system is starting up", false, .connectionFailed),
    ("FATAL:  53300: sorry, too many clients already", false, .connectionFailed),
    ("FATAL:  42501: must be superuser or replication role", false, .permission),
    ("Connection refused", false, .connectionFailed),
    // Another host of the address may accept the role later.
    ("FATAL:  28P01: no\nFATAL:  57P03: starting", false, .connectionFailed),
  ])
  func `only a refusal of the role is one`(
    message: String,
    needsPassword: Bool,
    code: ReplicationError.Code
  ) throws {
    let refusal = ConnectionRefusal(message, needsPassword: needsPassword)
    #expect(try refusal.error(of: ConnectionParameters("host=/tmp")).code == code)
  }

  @Test func `connections that wait block none of the shared threads`() async throws {
    let scene = try ServerScene("")
    let proxy = try FaultProxy(to: scene.server.folder)
    proxy.set(FaultProxy.Plan(stallAfterBytes: 0))
    let parameters = try scene.parameters(through: proxy)
    let attempts = (0..<32).map { _ in
      Task { try await PostgreSQLSession.connect(parameters) }
    }
    // The threads that all tasks share run this task before any attempt has ended.
    await Task.detached {}.value
    for attempt in attempts { attempt.cancel() }
    for attempt in attempts {
      let error = await #expect(throws: ReplicationError.self) { try await attempt.value }
      #expect(error?.code == .interrupted)
    }
  }

  @Test func `a COPY in a statement's place is an error`() throws {
    let connection = try ServerScene().connect()
    let error = #expect(throws: ReplicationError.self) {
      try connection.execute("COPY public.items TO STDOUT")
    }
    #expect(error?.code == .malformedMessage)
  }

  @Test func `an address that libpq cannot read is an error without its text`() {
    for text in [
      "postgres://u:x@hunter2@db.example/shop", "postgres://u:hunter2@h/%zz",
      "host=h password='hunter2", "hunter2",
    ] {
      let error = #expect(throws: ReplicationError.self) { try ConnectionParameters(text) }
      #expect(error?.code == .connectionFailed)
      #expect(error?.description.contains("hunter2") == false)
    }
  }

  @Test func `a server that does not run is an error with a remedy`() throws {
    let folder = try TemporaryDirectory()
    let parameters = try ConnectionParameters("postgresql:///x?host=\(folder.path)&user=u")
    let error = #expect(throws: ReplicationError.self) {
      try PostgreSQLConnection(parameters, isReplicating: false, wakeup: Wakeup())
    }
    #expect(error?.code == .connectionFailed && error?.remedy.isEmpty == false)
  }

  @Test func `a server that does not answer is given up`() throws {
    let scene = try ServerScene("")
    let proxy = try FaultProxy(to: scene.server.folder)
    proxy.set(FaultProxy.Plan(stallAfterBytes: 0))
    let parameters = try ConnectionParameters(
      proxy.address(of: scene.database) + "&connect_timeout=2"
    )
    let error = #expect(throws: ReplicationError.self) {
      try PostgreSQLConnection(parameters, isReplicating: false, wakeup: Wakeup())
    }
    #expect(error?.code == .connectionFailed)
  }

  @Test func `a signal ends a statement that waits`() async throws {
    let scene = try ServerScene("")
    let session = try await PostgreSQLSession.connect(scene.parameters())
    let waiting = Task {
      try await session.run { (connection) throws(ReplicationError) in
        _ = try connection.execute("SELECT pg_sleep(60)")
      }
    }
    session.interrupt()
    let error = await #expect(throws: ReplicationError.self) { try await waiting.value }
    #expect(error?.code == .interrupted)
  }

  @Test func `a connection that the server ends is lost`() throws {
    let scene = try ServerScene("")
    let connection = try scene.connect()
    let pid = try connection.execute("SELECT pg_backend_pid()")[0][0] ?? ""
    try scene.run("SELECT pg_terminate_backend(\(pid))")
    let error = #expect(throws: ReplicationError.self) { try connection.execute("SELECT 1") }
    #expect(error?.code == .connectionLost)
  }

  @Test func `the server identifies itself`() throws {
    let scene = try ServerScene("")
    let identity = try scene.connect(isReplicating: true).identifySystem()
    #expect(identity.timeline == 1 && identity.position > .zero)
    #expect(identity.system == (try scene.run("SELECT system_identifier FROM pg_control_system()")))
  }

  @Test func `a role without REPLICATION gets an error with a remedy`() throws {
    let scene = try ServerScene("")
    _ = try? scene.run("CREATE ROLE plain LOGIN")
    let error = #expect(throws: ReplicationError.self) {
      try scene.connect(isReplicating: true, user: "plain")
    }
    #expect(error?.code == .permission && error?.remedy.contains("REPLICATION") == true)
  }

  @Test func `only a server of this machine needs no certificate`() throws {
    let mode = { (address: String) in
      try ConnectionParameters(address).keywords(isReplicating: false)
        .first { $0.keyword == "sslmode" }?.value
    }
    for local in ["host=/tmp", "host=localhost", "hostaddr=127.0.0.1 host=db.example", "host=::1"] {
      #expect(try mode(local) == "prefer", "\(local)")
    }
    for remote in [
      "host=db.example", "host=/tmp,db.example", "hostaddr=10.0.0.1", "service=x",
      "host=127.evil.example", "host=127.0.0.1.evil.example",
    ] {
      #expect(try mode(remote) == "verify-full", "\(remote)")
    }
    #expect(try mode("host=db.example sslmode=require") == "require")
  }

  @Test func `an address in the environment decides about the certificate as it does for libpq`()
    throws
  {
    let mode = { (address: String, environment: [String: String]) in
      try ConnectionParameters(address)
        .keywords(isReplicating: false, environment: { environment[$0] })
        .first { $0.keyword == "sslmode" }?.value
    }
    #expect(try mode("host=localhost", ["PGHOSTADDR": "10.0.0.1"]) == "verify-full")
    #expect(try mode("host=db.example", ["PGHOSTADDR": "127.0.0.1"]) == "prefer")
    #expect(try mode("hostaddr=127.0.0.1", ["PGHOSTADDR": "10.0.0.1"]) == "prefer")
    #expect(try mode("host=localhost", ["PGHOST": "db.example"]) == "prefer")
    #expect(try mode("dbname=shop", ["PGHOST": "db.example"]) == "verify-full")
    #expect(try mode("host=localhost", ["PGSERVICE": "shop"]) == "verify-full")
  }

  @Test func `the creation of a slot reports its wait for an open transaction`() throws {
    let scene = try ServerScene()
    let writer = try scene.connect()
    try writer.execute("BEGIN")
    try writer.execute("INSERT INTO public.items VALUES ('a')")
    let connection = try scene.connect(isReplicating: true)
    let waits = Guarded<[Duration]>([])
    let slot = try connection.createSlot(scene.slot) { duration in
      waits.withLock { $0.append(duration) }
      _ = try? writer.execute("COMMIT")
    }
    // The server also waits for the transactions of other tests.
    #expect(waits.withLock { $0.first } == .seconds(1))
    #expect(slot.position > .zero && !slot.snapshot.isEmpty)
    try scene.run("SELECT pg_drop_replication_slot('\(scene.slot)')")
  }
}
#endif
