import Foundation
import StateGraphSQLite
import TestSupport
import Testing

@Suite("An import that dies", .serialized, .timeLimit(.minutes(60)))
struct KillTests {
  private static let rowCount = 2_500
  private static let mixedRowCount = 2_000

  private static var killCount: Int {
    ProcessInfo.processInfo.environment["STATEGRAPH_KILLS"].flatMap { Int($0) } ?? 20
  }

  private func largeFile(in scene: CommandScene, rowCount: Int = rowCount) throws -> String {
    var text = "id,name,short_bio\n"
    let filler = String(repeating: "lorem ipsum ", count: 84)
    for row in 0..<rowCount { text += "u\(row * 7919 % 1_000_003),Name \(row),\(filler)\n" }
    return try scene.directory.write(text, to: "users.csv")
  }

  /// Waits without sleeping until the child has written the given number of bytes or has ended.
  private func wait(for process: Process, walBytes: Int, of database: String) {
    while process.isRunning {
      var information = stat()
      if stat(database + "-wal", &information) == 0, Int(information.st_size) >= walBytes { return }
      sched_yield()
    }
  }

  @Test("SIGKILL at any moment keeps nothing, and the next run ends as if nothing had happened")
  func kill() throws {
    let seed = TestSeed.current
    print("STATEGRAPH kill test seed \(seed)")
    var random = SeededRandom(seed: seed)
    let reference = try CommandScene.samples()
    let input = try largeFile(in: reference)
    #expect(try reference.run("import", reference.database, input).status == 0)
    let expected = try reference.dump()
    var killedCount = 0
    for _ in 0..<Self.killCount {
      let scene = try CommandScene.samples()
      let process = try scene.start(["import", scene.database, input])
      let walBytes = Int.random(in: 0..<3_500_000, using: &random)
      wait(for: process, walBytes: walBytes, of: scene.database)
      let wasRunning = process.isRunning
      Foundation.kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      if wasRunning { killedCount += 1 }
      let rows = try scene.dump().count
      #expect(rows == 0 || rows == expected.count, "seed \(seed), killed at \(walBytes) bytes")
      if !wasRunning { #expect(rows == expected.count) }
      #expect(try scene.run("import", scene.database, input).status == 0)
      #expect(try sameDump(scene.dump(), expected))
      #expect(try scene.firstValue("PRAGMA integrity_check") == .text("ok"))
    }
    print("killed in the middle: \(killedCount) of \(Self.killCount)")
    #expect(killedCount > 0, "seed \(seed): no kill came before the end")
  }

  /// Bad rows and references that come before their rows, in the first of two inputs.
  private func mixedFiles(in scene: CommandScene) throws -> [String] {
    let filler = String(repeating: "lorem ipsum ", count: 40)
    var posts = "id,title,author_id\n"
    for row in 0..<Self.mixedRowCount {
      let author = row % 1_000 == 999 ? "nobody\(row)" : "u\(row * 7919 % 1_999)"
      let id = row % 700 == 13 ? "" : "p\(row)"
      posts += "\(id),\(filler)\(row),\(author)\n"
    }
    var users = ""
    for row in 0..<1_999 { users += #"{"id":"u\#(row)","name":"Name \#(row)"}"# + "\n" }
    return [
      try scene.directory.write(posts, to: "posts.csv"),
      try scene.directory.write(users, to: "users.jsonl"),
    ]
  }

  private func rejects(_ scene: CommandScene) throws -> [String] {
    try String(contentsOfFile: scene.database + ".rejects.jsonl", encoding: .utf8)
      .replacing(scene.directory.path, with: "").split(separator: "\n").map(String.init)
  }

  @Test func `after SIGKILL at any moment the same command goes on and ends as if undisturbed`()
    throws
  {
    let seed = TestSeed.current
    print("STATEGRAPH resume test seed \(seed)")
    var random = SeededRandom(seed: seed)
    let reference = try CommandScene.samples()
    let options = ["--on-error", "reject", "--batch-size", "250"]
    let files = try mixedFiles(in: reference)
    let clock = ContinuousClock()
    var start = clock.now
    let whole = try reference.start(["import", reference.database] + files + options)
    whole.waitUntilExit()
    // How long a whole import takes. It changes with the other work of the machine, so the newest
    // one that was not killed determines the moments of the next kills. A resumed import takes less
    // time: its time alone would move all later kills to the beginning of an import.
    var duration = start.duration(to: clock.now)
    #expect(whole.terminationStatus == 1)
    let (expected, expectedRejects) = (try reference.dump(), try rejects(reference))
    #expect(expectedRejects.count == 5)
    var (killedCount, sceneCount) = (0, 0)
    while killedCount < Self.killCount {
      let scene = try CommandScene.samples()
      sceneCount += 1
      var files = try mixedFiles(in: scene)
      // In some rounds most records refer to later rows, in others none does.
      if sceneCount % 2 == 0 { files.reverse() }
      var result: CommandScene.Result?
      var isWhole = true
      while result == nil {
        start = clock.now
        let process = try scene.start(["import", scene.database] + files + options)
        let end = start.advanced(by: duration * Double.random(in: 0..<2, using: &random))
        while process.isRunning, clock.now < end { sched_yield() }
        guard process.isRunning, killedCount < Self.killCount else {
          process.waitUntilExit()
          let time = start.duration(to: clock.now)
          duration = isWhole ? time : max(duration, time)
          result = try scene.run(["import", scene.database] + files + options)
          break
        }
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        (killedCount, isWhole) = (killedCount + 1, false)
        #expect(try scene.firstValue("PRAGMA integrity_check") == .text("ok"), "seed \(seed)")
      }
      #expect(try sameDump(scene.dump(), expected), "seed \(seed)")
      #expect(try rejects(scene) == expectedRejects, "seed \(seed)")
      let leftovers = try scene.firstValue(
        "SELECT count(*) FROM sqlite_schema WHERE name LIKE 'stategraph_import%'"
      )
      #expect(leftovers == .integer(0), "seed \(seed)")
    }
    print("killed and resumed: \(killedCount), in \(sceneCount) imports")
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `a signal keeps the records read so far and prints the command that resumes`(number: Int32)
    throws
  {
    let scene = try CommandScene.samples()
    // Much more than the page cache holds, so that the log grows long before the end.
    let rowCount = 50_000
    let input = try largeFile(in: scene, rowCount: rowCount)
    let errors = scene.directory.file("errors")
    let process = try scene.start(["import", scene.database, input], errors: errors)
    wait(for: process, walBytes: 1, of: scene.database)
    Foundation.kill(process.processIdentifier, number)
    process.waitUntilExit()
    #expect(process.terminationReason == .exit)
    #expect(process.terminationStatus == 128 + number)
    let text = try String(contentsOfFile: errors, encoding: .utf8)
    let kept = try scene.dump().count
    #expect(kept > 0 && kept < rowCount)
    #expect(text.contains("the import was stopped; \(kept) records read so far are kept.\n"))
    #expect(text.hasSuffix("resume with: stategraph import \(scene.database) \(input)\n"))
    let resumed = try scene.run("import", scene.database, input)
    #expect(resumed.status == 0)
    #expect(resumed.errors.contains("stategraph: \(input): resuming at record \(kept + 1).\n"))
    #expect(try scene.dump().count == rowCount)
  }

  private func sameDump(_ left: [String], _ right: [String]) -> Bool {
    left.count == right.count && zip(left, right).allSatisfy { $0.utf8.elementsEqual($1.utf8) }
  }
}
