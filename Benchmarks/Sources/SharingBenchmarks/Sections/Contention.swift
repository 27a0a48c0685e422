import Foundation
import Measurement
import StateGraphPersistence

/// Measures processes that write to one file as fast as they can.
enum Contention {
  static func run(_ run: SharingRun) throws {
    print("\n| processes on one file | commits/s | slowest to fastest | longest wait | bars |")
    print("|---|---|---|---|---|")
    for place in Place.allCases {
      for count in [2, 6, 12] {
        try place.inFolder { try measure(run, count, in: $0, place) }
      }
    }
  }

  private static func measure(
    _ run: SharingRun,
    _ count: Int,
    in folder: String,
    _ place: Place
  ) throws {
    let path = folder + "/contended.sqlite"
    let database = try Database.measured(path)
    try database.execute("CREATE TABLE counter (n INTEGER NOT NULL) STRICT")
    try database.execute("INSERT INTO counter VALUES (0)")
    try database.execute(
      "CREATE TABLE commits (writer INTEGER, number INTEGER, PRIMARY KEY (writer, number)) STRICT"
    )
    let seconds = run.size(5, quick: 1)
    let children = try (0..<count).map { try Child(.contender, [path, "\($0)", "\(seconds)"]) }
    for child in children { child.waitUntilReady() }
    for child in children { child.start() }
    let results = children.flatMap { $0.numbers() }
    verify(results.allSatisfy { $0.count == 2 } && results.count == count, "\(results)")
    let commits = results.map { $0[0] }
    let total = commits.reduce(0, +)
    let found = try database.integers("SELECT n, (SELECT count(*) FROM commits) FROM counter")
    verify(found == [total, total], "\(total) commits, and the file has \(found)")
    try database.close()
    let fairness = Double(commits.min() ?? 0) / Double(max(1, commits.max() ?? 0))
    let wait = Double(results.map { $0[1] }.max() ?? 0)
    let bars = "0.5: \(verdict(fairness >= 0.5)), 250 ms: \(verdict(wait <= 250e6))"
    print(
      "| \(count), in \(place.rawValue) | \(total / seconds) | \(String(format: "%.2f", fairness)) "
        + "| \(timeText(wait)) | \(bars) |"
    )
  }

  /// Runs in a child. Prints the number of its commits, and its longest wait in nanoseconds.
  static func write(_ arguments: [String]) throws {
    let (path, writer) = (arguments[0], Int(arguments[1]) ?? 0)
    let seconds = Int(arguments[2]) ?? 0
    let database = try Database.measured(path)
    Child.waitForStart()
    let end = monotonicNanoseconds() + seconds * 1_000_000_000
    var (count, longestWait) = (0, 0)
    while true {
      let begin = monotonicNanoseconds()
      guard begin < end else { break }
      try database.write {
        longestWait = max(longestWait, monotonicNanoseconds() - begin)
        let number = try database.integers("SELECT n FROM counter")[0]
        try database.execute("UPDATE counter SET n = \(number + 1)")
        try database.execute("INSERT INTO commits VALUES (\(writer), \(count))")
      }
      count += 1
    }
    print(count, longestWait)
    try database.close()
  }
}
