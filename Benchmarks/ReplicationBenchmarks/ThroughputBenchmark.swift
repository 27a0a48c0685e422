#if PostgreSQL
import Foundation
import PostgreSQLTestSupport
import StateGraphReplicator
import StateGraphSQLite

/// What a replica costs the server: transactions per second of `pgbench`, and the processor time of
/// the server's processes for each transaction, with a file that replicates the table and without.
///
/// The file is on the same machine, so that its replicator also takes processor time from `pgbench`
/// and the server.
enum ThroughputBenchmark {
  private static let rounds = 11
  private static let clientCount = 2
  private static let transactionsOfClient = 5_000
  private static let rowCount = 100_000

  /// The figures of one round.
  private struct Round {
    /// Transactions per second.
    let rate: Double
    /// The processor time of the server for a transaction, in microseconds.
    let serverTime: Double
  }

  static func run() async throws {
    // A server stores its commits on the disk. The servers of tests do not.
    let server = try PostgreSQLServer(settings: ["fsync=on", "full_page_writes=on"])
    let benchmark = try BenchmarkServer(server)
    try benchmark.setUp()
    try benchmark.run(
      "INSERT INTO items SELECT 'item ' || n, n, 'a note' FROM generate_series(1, \(rowCount)) n"
    )
    let script = server.folder + "/update.sql"
    try """
    \\set number random(1, \(rowCount))
    UPDATE public.items SET amount = amount + 1 WHERE id = 'item ' || :number;
    """.write(toFile: script, atomically: true, encoding: .utf8)
    let machine = try BenchmarkMachine(benchmark)
    try await machine.synchronize()
    var (without, with) = ([Round](), [Round]())
    for round in 0..<rounds {
      for isReplicated in round.isMultiple(of: 2) ? [false, true] : [true, false] {
        let figures = try await measure(benchmark, script, isReplicated ? machine : nil)
        if isReplicated { with.append(figures) } else { without.append(figures) }
      }
    }
    try await machine.synchronize()
    try compare(benchmark, machine)
    report("pgbench, two clients, without a replica", without)
    report("pgbench, two clients, with a replica", with)
    let pairs = zip(with, without)
    showRatio("transactions per second, with to without", pairs.map { $0.rate / $1.rate })
    showRatio(
      "processor time of the server for a transaction, with to without",
      pairs.map { $0.serverTime / $1.serverTime }
    )
  }

  /// Runs `pgbench`, while the machine replicates the table if it is not nil. The processor time
  /// ends when the machine has all changes.
  private static func measure(
    _ benchmark: BenchmarkServer,
    _ script: String,
    _ machine: BenchmarkMachine?
  ) async throws -> Round {
    let replicator = try machine?.replicator()
    let replication = replicator.map { replicator in Task { try await replicator.run() } }
    defer { replication?.cancel() }
    if let machine { try await untilReplicated(benchmark, machine) }
    let before = try serverTicks(benchmark)
    let rate = try pgbench(benchmark, script)
    if let machine { try await untilReplicated(benchmark, machine) }
    let ticks = try serverTicks(benchmark) - before
    replication?.cancel()
    _ = try? await replication?.value
    let microseconds = Double(ticks) * 1e6 / Double(sysconf(Int32(_SC_CLK_TCK)))
    let count = clientCount * transactionsOfClient
    return Round(rate: rate, serverTime: microseconds / Double(count))
  }

  /// Changes a row on the server, and waits until the file has the change.
  private static func untilReplicated(
    _ benchmark: BenchmarkServer,
    _ machine: BenchmarkMachine
  ) async throws {
    let text = try benchmark.run(
      "UPDATE items SET amount = amount + 1 WHERE id = 'item 1' RETURNING amount"
    )
    guard let amount = text.split(whereSeparator: \.isNewline).first.flatMap({ Int($0) }) else {
      throw Failure(text: "no amount: \(text)")
    }
    let sql: SQL = "SELECT amount FROM items WHERE id = 'item 1'"
    while try machine.database.fetchValue(Int.self, sql) ?? 0 < amount {
      try await Task.sleep(for: .milliseconds(5))
    }
  }

  /// Returns how many transactions `pgbench` has made in a second.
  private static func pgbench(_ benchmark: BenchmarkServer, _ script: String) throws -> Double {
    guard let program = PostgreSQLServer.benchmark else {
      throw Failure(text: "pgbench is not installed")
    }
    let (process, output) = (Process(), Pipe())
    process.executableURL = URL(fileURLWithPath: program)
    // A limit of time needs SIGALRM, which Foundation blocks in the processes that it starts.
    process.arguments = [
      "-h", benchmark.server.folder, "-U", "postgres", "-n", "-M", "prepared",
      "-c", "\(clientCount)", "-t", "\(transactionsOfClient)", "-f", script, "postgres",
    ]
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    let rate = text.firstMatch(of: /tps = ([0-9.]+)/).flatMap { Double($0.1) }
    guard process.terminationStatus == 0, let rate else { throw Failure(text: text) }
    return rate
  }

  /// The processor time of the server and of all its processes, in ticks of the system's clock.
  private static func serverTicks(_ benchmark: BenchmarkServer) throws -> Int {
    let file = benchmark.server.folder + "/data/postmaster.pid"
    let server = try String(contentsOfFile: file, encoding: .utf8).prefix { $0 != "\n" }
    var ticks = 0
    for name in try FileManager.default.contentsOfDirectory(atPath: "/proc") {
      guard Int(name) != nil,
        let text = try? String(contentsOfFile: "/proc/\(name)/stat", encoding: .utf8)
      else { continue }
      // The fields after the name of the program, of which the first is its state (proc(5)).
      let fields = text.drop { $0 != ")" }.split(separator: " ").dropFirst().map(String.init)
      guard fields.count > 14, name == server || fields[1] == server else { continue }
      // Processes that have ended are part of the times of the server's first process.
      let times = fields[11...(name == server ? 14 : 12)]
      ticks += times.compactMap { Int($0) }.reduce(0, +)
    }
    return ticks
  }

  private static func compare(_ benchmark: BenchmarkServer, _ machine: BenchmarkMachine) throws {
    let server = try benchmark.run("SELECT sum(amount) FROM items")
    let file = try machine.database.fetchValue(Int.self, "SELECT sum(amount) FROM items") ?? 0
    guard Int(server.trimmingCharacters(in: .whitespacesAndNewlines)) == file else {
      throw Failure(text: "the file has \(file), and the server \(server)")
    }
  }

  private struct Failure: Error { let text: String }

  private static func report(_ name: String, _ rounds: [Round]) {
    let rates = quartiles(rounds.map(\.rate)).map { String(Int($0)) }
    let times = quartiles(rounds.map(\.serverTime)).map { String(format: "%.1f", $0) }
    print(
      "\(name): \(rates[1]) per s (\(rates[0]) – \(rates[2])), "
        + "\(times[1]) us of the server's processor time (\(times[0]) – \(times[2]))"
    )
  }

  private static func showRatio(_ name: String, _ ratios: [Double]) {
    let texts = quartiles(ratios).map { String(format: "%.3f", $0) }
    print("\(name): \(texts[1]) x (\(texts[0]) – \(texts[2]))")
  }
}
#endif
