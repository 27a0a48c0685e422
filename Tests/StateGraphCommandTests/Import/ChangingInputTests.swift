import Foundation
import StateGraphSQLite
import TestSupport
import Testing

@Suite("An input that changes while it is read", .timeLimit(.minutes(20)))
struct ChangingInputTests {
  private static let rowCount = 40_000
  /// Larger than the buffer for reading ahead.
  private static let filler = String(repeating: "lorem ipsum ", count: 20)
  private static let text =
    "id,name,short_bio\n"
    + (0..<rowCount).map { "u\($0),Name \($0),\(filler)\n" }.joined()

  private let scene: CommandScene
  private let input: String
  private var arguments: [String] {
    ["import", scene.database, input, "--on-error", "skip", "--batch-size", "100"]
  }

  init() throws {
    scene = try CommandScene.samples()
    input = try scene.directory.write(Self.text, to: "users.csv")
  }

  /// Runs the import, and calls `change` between two of its batches.
  private func importing(whileItReads change: () throws -> Void) throws -> CommandScene.Result {
    let output = scene.directory.file("import")
    let process = try scene.start(arguments, output: output, errors: output + "-errors")
    let database = try Database(path: scene.database)
    var hasChanged = false
    while process.isRunning, !hasChanged {
      // This write transaction makes the import wait.
      try database.write {
        let rows = try database.rows("SELECT count(*) FROM users")
        guard case .integer(1..<Int64(Self.rowCount / 2)) = rows[0][0] else { return }
        try change()
        hasChanged = true
      }
    }
    process.waitUntilExit()
    #expect(hasChanged, "the import was over before it could be disturbed")
    return CommandScene.Result(
      status: process.terminationStatus,
      output: try String(contentsOfFile: output, encoding: .utf8),
      errors: try String(contentsOfFile: output + "-errors", encoding: .utf8)
    )
  }

  private func userCount() throws -> Int {
    guard case .integer(let count) = try scene.firstValue("SELECT count(*) FROM users") else {
      throw TestFailure("no count")
    }
    return Int(count)
  }

  /// An import of the current file has the same result as without the interruption.
  private func expectRecovery(users count: Int) throws {
    #expect(try scene.run(arguments).status == 0)
    #expect(try userCount() == count)
    #expect(try scene.firstValue("PRAGMA integrity_check") == .text("ok"))
  }

  @Test func `a truncated input exits 65 with the place, and keeps whole batches`() throws {
    let lineCount = Self.rowCount / 2
    let half = Self.text.utf8.count / 2
    let result = try importing { #expect(truncate(input, off_t(half)) == 0) }
    #expect(result.status == 65)
    #expect(result.errors.contains("users.csv:"))
    #expect(result.errors.contains("the file became shorter while it was read"))
    let kept = try userCount()
    #expect(result.errors.contains("\(kept) records read before are kept"))
    #expect(kept > 0 && kept % 100 == 0 && kept <= lineCount + 1)
    _ = try scene.directory.write(Self.text, to: "users.csv")
    try expectRecovery(users: Self.rowCount)
  }

  @Test func `an overwritten input exits 65, and the next import reads it from its start`() throws {
    let result = try importing {
      let file = try #require(fopen(input, "r+"))
      fputs("id,name,SHORT_BIO\n", file)
      fclose(file)
      // The timestamps of a file system may be coarser than this test is fast.
      var times = [timespec(tv_sec: 1, tv_nsec: 0), timespec(tv_sec: 1, tv_nsec: 0)]
      #expect(utimensat(AT_FDCWD, input, &times, 0) == 0)
    }
    #expect(result.status == 65)
    #expect(result.errors.contains("the file was overwritten while it was read"))
    _ = try scene.directory.write(Self.text, to: "users.csv")
    try expectRecovery(users: Self.rowCount)
  }

  @Test func `a replaced input is read as it was`() throws {
    let other = try scene.directory.write("id,name\nother,Other\n", to: "other")
    let result = try importing { #expect(rename(other, input) == 0) }
    #expect(result.status == 0)
    #expect(try userCount() == Self.rowCount)
    try expectRecovery(users: Self.rowCount + 1)
  }

  @Test func `rows that are appended during an import wait for the next import`() throws {
    let result = try importing {
      let file = try #require(fopen(input, "a"))
      fputs("late,Late,\n", file)
      fclose(file)
    }
    #expect(result.status == 0)
    #expect(try userCount() == Self.rowCount)
    try expectRecovery(users: Self.rowCount + 1)
  }

  @Test func `a removed input is read to its end`() throws {
    let result = try importing { #expect(unlink(input) == 0) }
    #expect(result.status == 0)
    #expect(try userCount() == Self.rowCount)
  }
}
