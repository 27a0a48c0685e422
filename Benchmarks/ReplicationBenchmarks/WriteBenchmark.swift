#if PostgreSQL
import Foundation
import StateGraphReplication
import StateGraphReplicator
import StateGraphSQLite

/// What the outbox of a replicated file adds to a write, and to the opening of a file. No server
/// takes part.
enum WriteBenchmark {
  private static let rounds = 41
  private static let writes = 500
  private static let openings = 20

  /// A file with one table. A second database of the process can follow it.
  private final class Side {
    let name: String
    let database: Database
    let path: String
    private let follower: Database?
    private let observer = ItemObserver()
    private(set) var number = 0
    var times: [Double] = []
    var openTimes: [Double] = []

    init(_ name: String, in folder: String, isReplicated: Bool, isFollowed: Bool) throws {
      self.name = name
      path = folder + "/\(name.replacing(" ", with: "-")).sqlite"
      database = try Database(path: path)
      try database.execute(
        "CREATE TABLE items (id TEXT PRIMARY KEY NOT NULL, amount INTEGER, note TEXT) STRICT"
      )
      if isReplicated {
        let client = withUnsafeBytes(of: UUID().uuid) { Array($0) }
        try StoredReplica(database).create(Replica(server: [], client: client, tables: ["items"]))
      }
      follower = isFollowed ? try Database(path: path) : nil
      guard let follower else { return }
      if let table = try follower.table("items") { try follower.watch(table) }
      let observer = observer
      _ = follower.attach { observer }
    }

    func write() throws {
      for _ in 0..<WriteBenchmark.writes {
        number += 1
        let id = "item \(number)"
        try database.execute("INSERT INTO items VALUES (\(id), \(number), 'a note')")
      }
    }

    func open() throws {
      for _ in 0..<WriteBenchmark.openings {
        let opened = try Database(path: path)
        _ = try opened.fetchValue(Int.self, "SELECT amount FROM items LIMIT 1")
        try opened.close()
      }
    }

    /// The number of commits in the log.
    func loggedCount() throws -> Int {
      let hasLog = try database.fetchValue(
        Int.self,
        "SELECT count(*) FROM sqlite_schema WHERE name = 'stategraph_commits'"
      )
      guard hasLog == 1 else { return 0 }
      return try database.fetchValue(Int.self, "SELECT count(*) FROM stategraph_commits") ?? 0
    }
  }

  static func run() throws {
    let folder = NSTemporaryDirectory() + "/stategraph-writes-\(getpid())"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let plain = try Side("plain", in: folder, isReplicated: false, isFollowed: false)
    let followed = try Side("followed", in: folder, isReplicated: false, isFollowed: true)
    let replicated = try Side("replicated", in: folder, isReplicated: true, isFollowed: false)
    let both = try Side("replicated and followed", in: folder, isReplicated: true, isFollowed: true)
    let sides = [plain, followed, replicated, both]
    for round in 0..<rounds {
      for side in round.isMultiple(of: 2) ? sides : sides.reversed() {
        side.times.append(try Measured { try side.write() }.seconds * 1e6 / Double(writes))
      }
    }
    let logged = try sides.map { try $0.loggedCount() > 0 }
    guard logged == [false, true, true, true] else { throw Failure(text: "logged: \(logged)") }
    for round in 0..<rounds {
      for side in round.isMultiple(of: 2) ? [plain, replicated] : [replicated, plain] {
        side.openTimes.append(try Measured { try side.open() }.seconds * 1e6 / Double(openings))
      }
    }
    for side in sides { show("write, \(side.name)", side.times) }
    showRatio("write, replicated to followed", replicated.times, followed.times)
    showRatio("write, replicated to followed, both followed", both.times, followed.times)
    for side in [plain, replicated] { show("open, read, close, \(side.name)", side.openTimes) }
    showRatio("open, read, close, replicated to plain", replicated.openTimes, plain.openTimes)
  }

  struct Failure: Error { let text: String }

  /// Prints the median and the quartiles, in microseconds.
  private static func show(_ name: String, _ times: [Double]) {
    let texts = quartiles(times).map { String(format: "%.1f", $0) }
    print("\(name): \(texts[1]) us (\(texts[0]) – \(texts[2]))")
  }

  /// Prints the median and the quartiles of the ratios of the rounds.
  private static func showRatio(_ name: String, _ times: [Double], _ others: [Double]) {
    let texts = quartiles(zip(times, others).map { $0 / $1 }).map { String(format: "%.2f", $0) }
    print("\(name): \(texts[1]) x (\(texts[0]) – \(texts[2]))")
  }
}
#endif
