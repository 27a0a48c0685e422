import Foundation
import StateGraphSQLite
import TestSupport
import Testing

/// Inputs of more than four gigabytes. Most of each is a comment that takes no space on the disk.
///
/// `STATEGRAPH_LARGE` is the path of the command, which should be a release build: it reads such a
/// file in seconds, a debug build in minutes. Every run of `LargeOffsetTests` tests the readers
/// with offsets of that size.
@Suite(
  "Inputs beyond four gigabytes",
  .serialized,
  .enabled(
    if: ProcessInfo.processInfo.environment["STATEGRAPH_LARGE"] != nil,
    "STATEGRAPH_LARGE=.build/release/stategraph runs it"
  )
)
struct LargeInputTests {
  private static let size: Int64 = 4_400_000_000

  /// An assignment for the shell. A relative path is relative to this process, not to the scene.
  private let command: String = {
    let path = ProcessInfo.processInfo.environment["STATEGRAPH_LARGE"] ?? ""
    return "stategraph='" + URL(fileURLWithPath: path).path + "'\n"
  }()

  /// A header, a comment up to `size`, and these rows. The zeros of the comment come late in the
  /// file, because the importer does not take a file that begins with zeros for text.
  private func write(_ rows: String, _ hostile: HostileScene) throws {
    let comment = "#" + String(repeating: ".", count: 70_000)
    let path = try hostile.scene.directory.write("id,name\na,A\n" + comment, to: "users.csv")
    guard truncate(path, off_t(Self.size)) == 0,
      let file = FileHandle(forWritingAtPath: path)
    else { throw TestFailure("a file of \(Self.size) bytes cannot be made") }
    try file.seekToEnd()
    try file.write(contentsOf: Data(rows.utf8))
    try file.close()
  }

  private let options = "--comment '#' --separator , --quote '\"'"

  @Test func `a bad record there is reported with its byte, and the other records are kept`() throws
  {
    let hostile = try HostileScene()
    try write("\nb,\"x\nc,C\n", hostile)
    let result = try hostile.scene.shell(
      command
        + "\"$stategraph\" import \"$database\" users.csv \(options) --on-error reject",
      seconds: 1_200
    )
    #expect(result.status == 1, "\(result.errors)")
    let reject = try #require(try hostile.rejects().first)
    #expect(reject["byte"] as? Int64 == Self.size + 3)
    #expect(reject["line"] as? Int == 4)
    #expect(reject["column"] as? Int == 3)
    #expect(try hostile.rows("users") == ["'a','A',NULL", "'c','C',NULL"])
  }

  @Test func `an import is resumed there, from a file and from a pipe`() throws {
    let hostile = try HostileScene()
    for verb in [
      "\"$stategraph\" import \"$database\" users.csv",
      "cat users.csv | \"$stategraph\" import \"$database\" - --table users --format csv",
    ] {
      try write("\nb,B\nc,C\nd\n", hostile)
      let script = "\(command)\(verb) \(options) --batch-size 1"
      let failed = try hostile.scene.shell(script, seconds: 1_200)
      #expect(failed.status == 65)
      #expect(failed.errors.contains(":6:2: "), "\(failed.errors)")
      #expect(try hostile.rows("users").count == 3)
      let again = try hostile.scene.shell(script, seconds: 1_200)
      #expect(again.status == 65)
      #expect(again.errors.contains(": resuming at record 4.\n"), "\(again.errors)")
      #expect(try hostile.rows("users").count == 3)
    }
  }
}
