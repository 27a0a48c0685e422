import Foundation
import StateGraphSQLite
import TestSupport
import Testing

@Suite("An import that dies", .serialized, .timeLimit(.minutes(10)))
struct KillTests {
  private static let rowCount = 20_000

  private static var killCount: Int {
    ProcessInfo.processInfo.environment["STATEGRAPH_KILLS"].flatMap { Int($0) } ?? 5
  }

  private func largeFile(in scene: CommandScene) throws -> String {
    var text = "id,name,short_bio\n"
    let filler = String(repeating: "lorem ipsum ", count: 84)
    for row in 0..<Self.rowCount { text += "u\(row * 7919 % 1_000_003),Name \(row),\(filler)\n" }
    return try scene.directory.write(text, to: "users.csv")
  }

  /// Waits, without sleeping, until the child has written so much or is done.
  private func wait(for process: Process, walBytes: Int, of database: String) {
    while process.isRunning {
      var information = stat()
      if stat(database + "-wal", &information) == 0, Int(information.st_size) >= walBytes { return }
      sched_yield()
    }
  }

  @Test("SIGKILL at any moment keeps nothing, and the next run ends as if nothing had happened")
  func kill() throws {
    let seed = UInt64.random(in: .min ... .max)
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
      let walBytes = Int.random(in: 0..<30_000_000, using: &random)
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

  @Test("SIGINT and SIGTERM keep nothing and say so", arguments: [SIGINT, SIGTERM])
  func signal(number: Int32) throws {
    let scene = try CommandScene.samples()
    let input = try largeFile(in: scene)
    let errors = scene.directory.file("errors")
    let process = try scene.start(["import", scene.database, input], errors: errors)
    wait(for: process, walBytes: 1, of: scene.database)
    Foundation.kill(process.processIdentifier, number)
    process.waitUntilExit()
    #expect(process.terminationReason == .exit)
    #expect(process.terminationStatus == 128 + number)
    #expect(try String(contentsOfFile: errors, encoding: .utf8).contains("nothing was kept"))
    #expect(try scene.dump().isEmpty)
  }

  private func sameDump(_ left: [String], _ right: [String]) -> Bool {
    left.count == right.count && zip(left, right).allSatisfy { $0.utf8.elementsEqual($1.utf8) }
  }
}
