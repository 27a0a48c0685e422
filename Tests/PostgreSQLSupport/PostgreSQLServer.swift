import Foundation
import Glibc
import StateGraphThreads
import TestSupport

/// A PostgreSQL server of its own, on a Unix socket in a temporary folder.
///
/// A shell watches the server. It ends the server and removes the folder as soon as its standard
/// input ends, which also happens when the process of the tests crashes.
public final class PostgreSQLServer: Sendable {
  /// The folder of the socket.
  public let folder: String
  private let watcher: Guarded<Watcher>

  private struct Watcher {
    let process: Process
    let input: FileHandle
    let output: FileHandle
  }

  /// The folder of the server's programs: the one that `PGBIN` names, or else that of a package. Nil
  /// if neither has them.
  public static let programs: String? = folder(of: ["initdb", "postgres"])

  /// The path of the program `pgbench`. Nil if it is not installed.
  public static let benchmark: String? = folder(of: ["pgbench"]).map { $0 + "/pgbench" }

  /// The path of the program `psql`, or nil. Debian's command `psql` is a Perl program that starts
  /// this one, and takes several times as long.
  private static let client: String? = folder(of: ["psql"]).map { $0 + "/psql" }

  private static func folder(of programs: [String]) -> String? {
    let installed = ["/usr/local/bin"] + (15...19).map { "/usr/lib/postgresql/\($0)/bin" }
    // A folder without `psql` and `pgbench` is completed by the installed ones. The server itself
    // must be in the folder that is asked for.
    let named = ProcessInfo.processInfo.environment["PGBIN"].map { [$0] } ?? []
    let folders = programs.contains("postgres") && !named.isEmpty ? named : named + installed
    return folders.first { folder in
      programs.allSatisfy { access(folder + "/" + $0, X_OK) == 0 }
    }
  }

  /// Why suites that need a server are skipped, or nil. `STATEGRAPH_POSTGRESQL=required` makes
  /// their tests fail instead.
  public static let missing: String? =
    programs == nil && ProcessInfo.processInfo.environment["STATEGRAPH_POSTGRESQL"] != "required"
    ? "PostgreSQL is not installed: apt-get install postgresql" : nil

  /// A server that all tests of the process share. Each test uses a database of its own.
  public static let shared = Result { try PostgreSQLServer() }

  private static let script = """
    cd /
    data=$1/data socket=$1 programs=$2; shift 2
    user=() settings=("$@")
    if [ "$(id -u)" = 0 ]; then
      name=postgres; getent passwd postgres >/dev/null || name=nobody
      user=(setpriv --reuid="$name" --regid="$(id -gn "$name")" --clear-groups)
      chown "$name" "$socket"
    fi
    launch() {
      "${user[@]}" "$programs/postgres" -D "$data" -k "$socket" -c listen_addresses= \
        -c wal_level=logical -c max_replication_slots=400 -c max_wal_senders=80 \
        -c fsync=off -c full_page_writes=off -c max_connections=100 "${settings[@]}" \
        >>"$socket/log" 2>&1 &
      server=$!
    }
    # The process comes before the state: a killed server leaves a file that says "ready", which
    # the new server replaces at any moment.
    isReady() {
      [ "$(sed -n 1p "$data/postmaster.pid" 2>/dev/null)" = "$server" ] &&
        [ "$(sed -n 8p "$data/postmaster.pid" | tr -d ' ')" = ready ]
    }
    start() {
      launch
      for ((i = 0; i < 1200; i++)); do
        if isReady; then echo ready; return; fi
        if ! kill -0 "$server" 2>/dev/null; then
          # Children of a killed server can hold its memory for a moment.
          wait "$server" 2>/dev/null; sleep 0.1; rm -f "$data/postmaster.pid"
          launch
        fi
        sleep 0.05
      done
      echo failed
    }
    "${user[@]}" "$programs/initdb" -D "$data" -U postgres -A trust -E UTF8 --locale=C --no-sync \
      >"$socket/log" 2>&1 || { cat "$socket/log" >&2; echo failed; exit 1; }
    # The role "secret" needs its password.
    sed -i '1i local all secret scram-sha-256' "$data/pg_hba.conf"
    start
    while read -r command; do
      case $command in
        kill) kill -KILL "$server"; wait "$server" 2>/dev/null; echo killed ;;
        stop) kill -INT "$server"; wait "$server" 2>/dev/null; echo stopped ;;
        start) start ;;
      esac
    done
    kill -QUIT "$server" 2>/dev/null; wait "$server" 2>/dev/null
    rm -rf "$socket"
    """

  /// Creates a cluster and starts its server.
  ///
  /// - Parameters:
  ///   - settings: Settings of the server, such as `max_slot_wal_keep_size=1MB`.
  ///   - preloading: A library that the server loads before its own code (`LD_PRELOAD`).
  public init(settings: [String] = [], preloading library: String? = nil) throws {
    guard let programs = Self.programs else { throw TestFailure("PostgreSQL is not installed") }
    var template = Array("/tmp/stategraph-postgres-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else { throw TestFailure("mkdtemp failed: \(errno)") }
    folder = String(cString: made)
    chmod(folder, 0o755)
    let (input, output) = (Pipe(), Pipe())
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    process.arguments =
      ["-c", Self.script, "server", folder, programs] + settings.flatMap { ["-c", $0] }
    process.environment = ProcessInfo.processInfo.environment.merging(
      library.map { ["LD_PRELOAD": $0] } ?? [:]
    ) { $1 }
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    watcher = Guarded(
      Watcher(
        process: process,
        input: input.fileHandleForWriting,
        output: output.fileHandleForReading
      )
    )
    try expect("ready")
  }

  deinit {
    let (process, input) = watcher.withLock { ($0.process, $0.input) }
    try? input.close()
    process.waitUntilExit()
  }

  /// Ends the server as `kill -9` does.
  public func kill() throws { try send("kill", expecting: "killed") }

  /// Ends the server in order.
  public func stop() throws { try send("stop", expecting: "stopped") }

  /// Starts the server again after ``kill()`` or ``stop()``.
  public func start() throws { try send("start", expecting: "ready") }

  /// Copies the data of the stopped server, as a backup.
  public func backUp() throws { try copy("data", to: "backup") }

  /// Replaces the data of the stopped server by that of ``backUp()``.
  public func restore() throws { try copy("backup", to: "data") }

  private func copy(_ source: String, to target: String) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments =
      ["-c", "rm -rf \"$2\" && cp -a \"$1\" \"$2\"", "copy"]
      + [source, target].map { folder + "/" + $0 }
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw TestFailure("the data could not be copied") }
  }

  private func send(_ command: String, expecting answer: String) throws {
    try watcher.withLock { $0.input }.write(contentsOf: Array((command + "\n").utf8))
    try expect(answer)
  }

  private func expect(_ answer: String) throws {
    let output = watcher.withLock { $0.output }
    var line = ""
    while let byte = try output.read(upToCount: 1)?.first, byte != UInt8(ascii: "\n") {
      line.append(Character(UnicodeScalar(byte)))
    }
    guard line == answer else {
      let log = (try? String(contentsOfFile: folder + "/log", encoding: .utf8)) ?? ""
      throw TestFailure("the server answered \"\(line)\", not \(answer): \(log.suffix(2_000))")
    }
  }

  /// The connection string of a database.
  ///
  /// A busy machine can take longer to connect than the limit of the library.
  public func address(of database: String, user: String = "postgres") -> String {
    "postgresql:///\(database)?host=\(folder)&user=\(user)&connect_timeout=600"
  }

  /// SQL that waits until the current database has no other clients. A server notices the end of a
  /// client only when it reads or writes, so that a transaction of the client can still commit.
  public static let untilClientsEnd = waiting(for: "backend_type = 'client backend'")

  /// SQL that waits for clients and for streams of changes, which use a slot until they end.
  public static let untilConnectionsEnd = waiting(
    for: "backend_type IN ('client backend', 'walsender')"
  )

  private static func waiting(for connections: String) -> String {
    """
    DO $$ BEGIN
      WHILE EXISTS (SELECT FROM pg_stat_activity WHERE \(connections)
        AND datname = current_database() AND pid <> pg_backend_pid())
      LOOP
        IF clock_timestamp() > now() + interval '\(TestDeadline.seconds) s' THEN
          RAISE EXCEPTION 'a connection does not end';
        END IF;
        PERFORM pg_sleep(0.002), pg_stat_clear_snapshot();
      END LOOP;
    END $$
    """
  }

  /// Creates a database with a name that no other test uses, and returns the name.
  public func createDatabase() throws -> String {
    let name = "d" + UUID().uuidString.lowercased().replacing("-", with: "")
    try run("CREATE DATABASE \(name)", in: "postgres")
    return name
  }

  /// Runs statements with the program `psql`, and returns its output without blanks at the end.
  @discardableResult
  public func run(_ sql: String, in database: String) throws -> String {
    guard let client = Self.client else { throw TestFailure("psql is not installed") }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: client)
    process.arguments = [
      "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", address(of: database), "-c", sql,
    ]
    let (output, errors) = (Pipe(), Pipe())
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    let message = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw TestFailure("psql: " + String(decoding: message, as: UTF8.self))
    }
    return text.trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
