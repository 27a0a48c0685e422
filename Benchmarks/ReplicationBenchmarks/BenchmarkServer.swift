#if PostgreSQL
import Foundation
import PostgreSQLTestSupport
import StateGraphReplication

/// A server with one table and one publication.
struct BenchmarkServer {
  let server: PostgreSQLServer
  let slot: SlotName

  static let table = "CREATE TABLE items (id text PRIMARY KEY, amount bigint, note text);"

  init(_ server: PostgreSQLServer, schema: String = table) throws {
    self.server = server
    slot = try SlotName("benchmark")
    try run(schema + "CREATE PUBLICATION pub FOR TABLE items;")
  }

  @discardableResult
  func run(_ sql: String) throws -> String { try server.run(sql, in: "postgres") }

  /// Prepares the server for files that replicate the table.
  func setUp() throws {
    let setup = ServerSetup(
      publication: try ServerName("replicas"),
      tables: [ServerSetup.Table(try ServerTable(name: "items"))],
      pushRole: try ServerName("postgres"),
      feedRole: try ServerName("postgres")
    )
    try run(setup.sql)
  }

  func connect(isReplicating: Bool = false) throws -> PostgreSQLConnection {
    try PostgreSQLConnection(parameters, isReplicating: isReplicating, wakeup: Wakeup())
  }

  var parameters: ConnectionParameters {
    get throws { try ConnectionParameters(server.address(of: "postgres")) }
  }

  func feed(_ position: LogPosition) async throws -> PostgreSQLFeed {
    try await PostgreSQLFeed.open(
      parameters,
      request: FeedRequest(slot: slot, publication: ServerName("pub"), position: position)
    )
  }
}

/// The time of a piece of work.
struct Measured {
  let seconds: Double

  init(_ work: () throws -> Void) rethrows {
    let start = ContinuousClock.now
    try work()
    seconds = Self.seconds(since: start)
  }

  static func seconds(since start: ContinuousClock.Instant) -> Double {
    let (seconds, attoseconds) = (ContinuousClock.now - start).components
    return Double(seconds) + Double(attoseconds) / 1e18
  }

  /// The largest part of the machine's memory that this process has had, in MiB.
  static var peakMemory: Int {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return usage.ru_maxrss / 1_024
  }
}

/// Prints the middle and the slowest hundredth of the times of commits, in microseconds.
func reportTimes(_ name: String, _ microseconds: [Double]) {
  let sorted = microseconds.sorted()
  let rank = { (share: Double) in Int(sorted[Int(Double(sorted.count) * share)]) }
  print("\(name): p50 \(rank(0.5)) us, p99 \(rank(0.99)) us, of \(sorted.count) commits")
}

/// Returns the first quartile, the median and the third quartile.
func quartiles(_ values: [Double]) -> [Double] {
  let sorted = values.sorted()
  return [1, 2, 3].map { sorted[(sorted.count - 1) * $0 / 4] }
}

func report(_ name: String, _ count: Int, _ unit: String, _ seconds: Double) {
  let rate = Int(Double(count) / seconds)
  print(
    "\(name): \(count) \(unit) in \(String(format: "%.2f", seconds)) s, \(rate) per s; "
      + "peak memory \(Measured.peakMemory) MiB"
  )
}
#endif
