import Glibc
import Synchronization
import TestSupport
import Testing

@testable import StateGraphSQLite

/// Another process commits after a random time, while this process has just made commits of its
/// own: before, during and after the pause of the file watcher.
@Suite struct WatchedHistoryTests {
  private static let roundCount = 120

  @Test(arguments: [false, true])
  func `no commit of another process between own commits stays unnoticed`(
    isDurable: Bool
  ) async throws {
    let file = try FollowedFile()
    let seed = TestSeed.current
    let playing = BackgroundThread { try Self.play(file, seed) }
    await #expect(processExitsWith: .success) {
      [path = file.watched.path as String, seed = seed as UInt64, isDurable = isDurable as Bool] in
      try WatchedHistoryTests.answer(path, seed, isDurable)
    }
    try playing.join()
  }

  /// In each round, makes some commits, and then waits for the answer without any call that looks
  /// at the file.
  private static func play(_ file: FollowedFile, _ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    for round in 1...roundCount {
      for number in 0..<Int.random(in: 0...30, using: &random) {
        try file.database.execute("INSERT INTO t VALUES (NULL, \("\(number)"))")
      }
      try file.database.execute("INSERT INTO t VALUES (NULL, \("round \(round)"))")
      var answers: [String] = []
      try waitUntil {
        answers += file.drain().joined().filter { $0.hasPrefix("u ") }
        return !answers.isEmpty
      }
      #expect(answers == ["u '\(round)': none -> ('\(round)')"], "seed \(seed)")
    }
  }

  /// Runs in the other process. Answers each round after up to 20 milliseconds.
  private static func answer(_ path: String, _ seed: UInt64, _ isDurable: Bool) throws {
    var configuration = Database.Configuration()
    configuration.durability = isDurable ? .full : .normal
    let database = try Database(path: path, configuration: configuration)
    var random = SeededRandom(seed: seed)
    for round in 1...roundCount {
      try waitUntil {
        try !database.rows("SELECT 1 FROM t WHERE a = \("round \(round)")").isEmpty
      }
      let delay = Duration.microseconds(Int.random(in: 0...20_000, using: &random))
      let end = ContinuousClock.now + delay
      while ContinuousClock.now < end { sched_yield() }
      try database.execute("INSERT INTO u VALUES (\("\(round)"))")
    }
    try database.close()
  }
}
