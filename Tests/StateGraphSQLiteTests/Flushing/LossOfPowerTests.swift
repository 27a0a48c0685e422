import SQLiteTestSupport
import TestSupport
import Testing

@testable import StateGraphSQLite

/// Files as a power loss leaves them while several databases write, and with a long log.
@Suite struct LossOfPowerTests {
  let file: DurableFile

  init() throws { file = try DurableFile() }

  @Test func `what several databases have returned survives a power loss amid their writes`() throws
  {
    let others = [try DurableFile.open(file.path), try DurableFile.open(file.path)]
    let (databases, returned) = ([file.database] + others, file.returned)
    var threads: [BackgroundThread] = []
    var durable: [Int] = []
    let rows = try file.rowsAfterLossOfPower {
      threads = (0..<12).map { thread in
        BackgroundThread {
          for number in thread * 100..<thread * 100 + 20 {
            try databases[thread % 3].write {
              try databases[thread % 3].execute("INSERT INTO t VALUES (\(number))")
            }
            returned.record(number)
          }
        }
      }
      try waitUntil { returned.elements.count >= 60 }
      durable = returned.elements
    }
    for thread in threads { try thread.join() }
    guard case .text(let text) = rows else { throw TestFailure("The file has no rows.") }
    let found = Set(text.split(separator: " ").compactMap { Int($0) })
    #expect(Set(durable).subtracting(found) == [])
    #expect(try file.ids().count == 240)
    for other in others { try other.close() }
  }

  @Test func `a long log is stored again after a failed flush`() throws {
    let database = file.database
    try database.execute("CREATE TABLE long (bytes BLOB)")
    // The reader keeps the log from beginning again.
    let reader = try Connection.open(database.location, mode: .reader)
    try reader.run("BEGIN")
    _ = try reader.firstValue("SELECT count(*) FROM t")
    let rows = try file.rowsAfterLossOfPower {
      for _ in 0..<12 { try database.execute("INSERT INTO long VALUES (randomblob(1000000))") }
      try file.failFlush(of: 1..<3)
      #expect(FileProbe(file.path + "-wal").bytes.count > 12_000_000)
      try database.execute("INSERT INTO t VALUES (9)")
    }
    #expect(rows == .text("1 2 9"))
    try reader.run("COMMIT")
  }
}
