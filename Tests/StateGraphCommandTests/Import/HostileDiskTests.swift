import Foundation
import StateGraphSQLite
import TestSupport
import Testing

/// A full file system: a small one in memory that only the child processes see.
@Suite(
  "Hostile disks",
  .enabled(if: SmallFileSystem.canBeMounted, Comment(rawValue: SmallFileSystem.reason))
)
struct HostileDiskTests {
  private static let rowCount = 6_000

  private struct Outcome {
    let statuses: [Int32]
    let errors: String
    let hostile: HostileScene
    private var folder: String { hostile.scene.directory.path }

    init(_ statuses: [Int32], _ errors: String, _ hostile: HostileScene) {
      (self.statuses, self.errors, self.hostile) = (statuses, errors, hostile)
    }

    func firstValue(_ folder: String, _ sql: SQL) throws -> SQLiteValue? {
      let path = "\(self.folder)/\(folder)/scene.sqlite"
      return try Connection.open(try DatabaseLocation(path: path), mode: .reader).firstValue(sql)
    }

    func userCount(_ folder: String) throws -> Int {
      guard case .integer(let count)? = try firstValue(folder, "SELECT count(*) FROM users") else {
        return -1
      }
      return Int(count)
    }
  }

  private func scene(badEvery: Int? = nil) throws -> HostileScene {
    let hostile = try HostileScene()
    let bio = String(repeating: "b", count: 700)
    let rows = (1...Self.rowCount).map { row in
      badEvery.map { row % $0 == 0 } == true ? "u\(row),\(bio)\n" : "u\(row),Name,\(bio)\n"
    }.joined()
    try hostile.scene.directory.write("id,name,short_bio\n" + rows, to: "users.csv")
    return hostile
  }

  /// Imports on a disk of the given size, copies the database to "full", enlarges the disk,
  /// imports again and copies it to "after".
  private func runTwice(
    _ hostile: HostileScene,
    disk: String,
    prepare: String = "cp \"$database\" disk/scene.sqlite",
    _ command: String
  ) throws -> Outcome {
    let script = """
      mount -t tmpfs -o size=\(disk) none disk || exit 99
      \(prepare)
      \(command); echo $?
      cp disk/scene.sqlite* "$database"* full
      mount -o remount,size=256m disk
      \(command); echo $?
      cp disk/scene.sqlite* "$database"* after
      """
    try hostile.scene.directory.write(script, to: "script")
    let result = try hostile.scene.shell("mkdir disk full after; unshare -rm /bin/sh script")
    let statuses = result.output.split(separator: "\n").compactMap { Int32($0) }
    #expect(statuses.count == 2, "\(result.output) \(result.errors)")
    return Outcome(statuses, result.errors, hostile)
  }

  @Test(arguments: ["1m", "1500k", "2m", "3m"])
  func `whole batches are kept on a full disk, and the import resumes with room`(
    disk: String
  ) throws {
    let outcome = try runTwice(
      try scene(),
      disk: disk,
      "\"$stategraph\" import disk/scene.sqlite users.csv --batch-size 500 --quiet"
    )
    #expect(outcome.statuses == [74, 0], "\(outcome.errors)")
    let kept = try outcome.userCount("full")
    #expect(kept >= 0 && kept < Self.rowCount && kept % 500 == 0)
    #expect(outcome.errors.hasPrefix("stategraph: disk/scene.sqlite: "))
    if kept > 0 { #expect(outcome.errors.contains("; \(kept) records read before are kept.")) }
    #expect(try outcome.firstValue("full", "PRAGMA integrity_check") == .text("ok"))
    #expect(try outcome.userCount("after") == Self.rowCount)
    #expect(try outcome.firstValue("after", "PRAGMA integrity_check") == .text("ok"))
    #expect(
      try outcome.firstValue(
        "after",
        "SELECT count(*) FROM sqlite_schema WHERE name LIKE 'stategraph_import%'"
      ) == .integer(0)
    )
  }

  @Test func `in one transaction nothing is kept`() throws {
    let outcome = try runTwice(
      try scene(),
      disk: "2m",
      "\"$stategraph\" import disk/scene.sqlite users.csv --quiet"
    )
    #expect(outcome.statuses == [74, 0], "\(outcome.errors)")
    #expect(outcome.errors.hasPrefix("stategraph: disk/scene.sqlite: "))
    #expect(!outcome.errors.contains("are kept") && !outcome.errors.contains("resuming"))
    #expect(try outcome.userCount("full") == 0)
    #expect(try outcome.firstValue("full", "PRAGMA integrity_check") == .text("ok"))
    #expect(try outcome.userCount("after") == Self.rowCount)
  }

  @Test func `a disk that is full before the first byte harms nothing`() throws {
    let outcome = try runTwice(
      try scene(),
      disk: "256k",
      prepare: """
        cp "$database" disk/scene.sqlite
        dd if=/dev/zero of=disk/filler bs=1k count=9999 2>/dev/null
        """,
      "\"$stategraph\" import disk/scene.sqlite users.csv --quiet"
    )
    #expect(outcome.statuses == [74, 0], "\(outcome.errors)")
    #expect(try outcome.userCount("full") == 0)
    #expect(try outcome.firstValue("full", "PRAGMA integrity_check") == .text("ok"))
    #expect(try outcome.userCount("after") == Self.rowCount)
  }

  @Test func `a reject file on a full disk ends the import with whole batches kept`() throws {
    let hostile = try scene(badEvery: 2)
    let outcome = try runTwice(
      hostile,
      disk: "1m",
      prepare: "",
      """
      "$stategraph" import "$database" users.csv --quiet --batch-size 500 \
        --on-error reject --rejects disk/rejects.jsonl
      """
    )
    #expect(outcome.statuses == [74, 1], "\(outcome.errors)")
    #expect(
      outcome.errors.hasPrefix("stategraph: the reject file disk/rejects.jsonl cannot be ")
    )
    let kept = try outcome.userCount("full")
    #expect(kept >= 0 && kept < Self.rowCount / 2 && kept % 250 == 0)
    #expect(outcome.errors.contains("; \(2 * kept) records read before are kept."))
    #expect(try outcome.firstValue("full", "PRAGMA integrity_check") == .text("ok"))
    #expect(try outcome.userCount("after") == Self.rowCount / 2)
    #expect(outcome.errors.contains("The rejected records are in "))
  }
}
