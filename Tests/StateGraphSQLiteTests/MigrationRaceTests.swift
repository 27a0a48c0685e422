import Foundation
import StateGraphSQLite
import TestSupport
import Testing

/// Programs that start at the same time after an update, and all find a file that has to be
/// migrated.
@Suite struct MigrationRaceTests {
  private static let processCount = 8

  /// The migrations after the first insert a row each, so that a second application is visible.
  static let migrations = MigrationSource.list([
    Migration(version: 1, name: "first", sql: "CREATE TABLE runs (version INTEGER) STRICT"),
    Migration(version: 2, name: "second") { transaction in
      try transaction.execute("INSERT INTO runs VALUES (2)")
    },
    Migration(version: 3, name: "third") { transaction in
      try transaction.execute("ALTER TABLE runs ADD COLUMN note TEXT")
      try transaction.execute("INSERT INTO runs VALUES (3, 'third')")
    },
  ])

  @Test(arguments: [true, false])
  func `of eight processes that migrate at once exactly one applies each migration`(
    isThere: Bool
  ) async throws {
    let directory = try TemporaryDirectory()
    let (path, gate) = (directory.file("a.sqlite"), directory.file("gate"))
    if isThere { try Database(path: path).close() }
    let opener = BackgroundThread {
      let all = (0..<Self.processCount).map { directory.file("ready-\($0)") }
      // If the machine starts fewer processes at once, the started ones begin after this time.
      let deadline = ContinuousClock.now.advanced(by: .seconds(20))
      while ContinuousClock.now < deadline, !all.allSatisfy({ access($0, F_OK) == 0 }) {
        usleep(1_000)
      }
      try directory.write("", to: "gate")
    }
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<Self.processCount {
        let ready = directory.file("ready-\(number)")
        group.addTask {
          await #expect(processExitsWith: .success) {
            [path = path as String, gate = gate as String, ready = ready as String] in
            try Data().write(to: URL(fileURLWithPath: ready))
            while access(gate, F_OK) != 0 { usleep(200) }
            var configuration = Database.Configuration()
            // On a busy machine, each of the processes may wait for the seven others.
            configuration.busyTimeout = .seconds(60)
            let database = try Database(
              path: path,
              migrations: MigrationRaceTests.migrations,
              configuration: configuration
            )
            try #require(try database.rows("SELECT count(*) FROM runs")[0][0] == .integer(2))
            try database.close()
          }
        }
      }
    }
    try opener.join()
    let database = try Database(path: path)
    let rows = try database.rows("SELECT version, note FROM runs ORDER BY version").map(\.values)
    #expect(rows == [[.integer(2), .null], [.integer(3), .text("third")]])
    let applied = try database.rows("SELECT version FROM stategraph_migrations").map { $0[0] }
    #expect(applied == [.integer(1), .integer(2), .integer(3)])
    #expect(try database.rows("PRAGMA integrity_check").map { $0[0] } == [.text("ok")])
  }
}
