import CSlowDisk
import Foundation
import Measurement
import StateGraphPersistence

/// Measures writes with full durability on a disk whose flush takes 2 ms: one after the other, by
/// many tasks, and by many threads. The file is in memory, and a file system below SQLite waits.
enum DurableGroups {
  private static let flushMicroseconds: UInt32 = 2_000

  /// A way to make writes with full durability.
  private struct Side {
    let name: String
    let writerCount: Int
    /// Makes so many writes with each writer.
    let write: (Database, Int) throws -> Void
  }

  static func run(_ run: SharingRun) throws {
    verify(slow_disk_install(flushMicroseconds) == 0, "no file system with slow flushes")
    let titles = [
      "full durability, a flush of 2 ms", "commits/s", "5 % – 95 %", "flushes per commit",
      "ratio to one by one", "bar",
    ]
    print("\n| " + titles.joined(separator: " | ") + " |")
    print("|---|---|---|---|---|---|")
    try Place.memory.inFolder { try measure(run, in: $0) }
  }

  private static func measure(_ run: SharingRun, in folder: String) throws {
    let sides = [
      Side(name: "one task, one by one", writerCount: 1, write: writeByTasks(1)),
      Side(name: "8 tasks", writerCount: 8, write: writeByTasks(8)),
      Side(name: "64 tasks", writerCount: 64, write: writeByTasks(64)),
      Side(name: "one thread, one by one", writerCount: 1, write: writeByThreads(1)),
      Side(name: "8 threads", writerCount: 8, write: writeByThreads(8)),
      Side(name: "64 threads", writerCount: 64, write: writeByThreads(64)),
    ]
    let databases = try sides.indices.map { try open("\(folder)/\($0).sqlite") }
    let (rounds, writes) = (run.size(25, quick: 3), run.size(40, quick: 10))
    var rates = sides.map { _ in [Double]() }
    var flushes = sides.map { _ in Int64(0) }
    for round in -2..<rounds {
      for (index, side) in sides.enumerated() {
        let database = databases[index]
        let before = try count(in: database)
        let (begin, flushCount) = (monotonicNanoseconds(), slow_disk_flush_count())
        try side.write(database, writes)
        let seconds = Double(monotonicNanoseconds() - begin) / 1e9
        let made = side.writerCount * writes
        let found = try count(in: database) - before
        verify(found == made, "\(side.name): \(made) commits, and the file has \(found)")
        guard round >= 0 else { continue }
        rates[index].append(Double(made) / seconds)
        flushes[index] += slow_disk_flush_count() - flushCount
      }
    }
    let measured = sides.indices.map { Measurement(sides[$0].name, samples: rates[$0]) }
    for (index, side) in sides.enumerated() {
      let perCommit = Double(flushes[index]) / Double(rounds * writes * side.writerCount)
      // A lone writer flushes inside COMMIT, as without shared flushes. Only checkpoints add flushes.
      if side.writerCount == 1 { verify(perCommit < 1.05, "\(perCommit) flushes for each commit") }
      let (times, alone) = (measured[index], measured[index < 3 ? 0 : 3])
      let range = "\(Int(times.percentile(5))) – \(Int(times.percentile(95)))"
      report(side, times.median, range, perCommit, ratio: times.median / alone.median)
    }
    for database in databases { try database.close() }
  }

  private static func report(
    _ side: Side,
    _ rate: Double,
    _ range: String,
    _ perCommit: Double,
    ratio: Double
  ) {
    let bar = side.writerCount == 64 ? "20 x: \(verdict(ratio >= 20))" : ""
    let flushes = String(format: "%.3f", perCommit)
    print(
      "| \(side.name) | \(Int(rate)) | \(range) | \(flushes) | \(ratioText(ratio)) | \(bar) |"
    )
  }

  private static func open(_ path: String) throws -> Database {
    var configuration = Database.Configuration()
    configuration.logger.logLevel = .error
    configuration.durability = .full
    let database = try Database(path: path, configuration: configuration)
    try database.execute("CREATE TABLE commits (id INTEGER PRIMARY KEY, writer INTEGER) STRICT")
    return database
  }

  private static func count(in database: Database) throws -> Int {
    try database.integers("SELECT count(*) FROM commits")[0]
  }

  private static func writeByTasks(_ taskCount: Int) -> (Database, Int) throws -> Void {
    { database, writes in
      let done = DispatchSemaphore(value: 0)
      for task in 0..<taskCount {
        Task.detached {
          do {
            for _ in 0..<writes {
              try await database.write {
                try database.execute("INSERT INTO commits (writer) VALUES (\(task))")
              }
            }
          } catch {
            verify(false, "a write failed: \(error)")
          }
          done.signal()
        }
      }
      for _ in 0..<taskCount { done.wait() }
    }
  }

  private static func writeByThreads(_ threadCount: Int) -> (Database, Int) throws -> Void {
    { database, writes in
      Team(threadCount: threadCount) { thread in
        for _ in 0..<writes {
          let isWritten: Void? = try? database.write {
            try database.execute("INSERT INTO commits (writer) VALUES (\(thread))")
          }
          verify(isWritten != nil, "a write failed")
        }
      }.runToEnd()
    }
  }
}
