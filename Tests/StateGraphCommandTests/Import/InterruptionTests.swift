import Foundation
import StateGraphSQLite
import TestSupport
import Testing

@Suite(.serialized, .timeLimit(.minutes(20))) struct InterruptionTests {
  private static let rowCount = 8_000

  private func users(_ scene: CommandScene, from first: Int = 0, name: String) throws -> String {
    let filler = String(repeating: "lorem ipsum ", count: 84)
    let rows = (first..<first + Self.rowCount).map { "u\($0),Name,\(filler)\n" }.joined()
    return try scene.directory.write("id,name,short_bio\n" + rows, to: name)
  }

  private func userCount(_ scene: CommandScene) throws -> Int {
    guard case .integer(let count)? = try scene.firstValue("SELECT count(*) FROM users") else {
      return 0
    }
    return Int(count)
  }

  /// Runs the command with a limit of `blocks` of 512 bytes for each file, as on a full disk.
  private func runOnFullDisk(
    _ scene: CommandScene,
    blocks: Int,
    _ arguments: [String]
  ) throws -> (status: Int32, errors: String) {
    let errors = scene.directory.file("full-errors")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments =
      ["-c", "trap '' XFSZ; ulimit -f \(blocks); exec \"$@\" 2>\"$0\"", errors]
      + [CommandScene.executable.path] + arguments
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    let text = try String(contentsOfFile: errors, encoding: .utf8)
    return (process.terminationReason == .exit ? process.terminationStatus : -1, text)
  }

  @Test func `a full disk exits 74 with whole batches kept, and the import goes on afterwards`()
    throws
  {
    let scene = try CommandScene.samples()
    let input = try users(scene, name: "users.csv")
    let arguments = ["import", scene.database, input, "--batch-size", "500"]
    let full = try runOnFullDisk(scene, blocks: 10_000, arguments)
    #expect(full.status == 74)
    let kept = try userCount(scene)
    #expect(kept > 0 && kept < Self.rowCount && kept % 500 == 0)
    #expect(full.errors.contains("; \(kept) records read before are kept."))
    #expect(try scene.firstValue("PRAGMA integrity_check") == .text("ok"))
    let resumed = try scene.run(arguments)
    #expect(resumed.status == 0)
    #expect(resumed.errors.contains("resuming at record \(kept + 1)"))
    #expect(try userCount(scene) == Self.rowCount)
  }

  @Test func `a full disk in one transaction exits 74 and keeps nothing`() throws {
    let scene = try CommandScene.samples()
    let input = try users(scene, name: "users.csv")
    let full = try runOnFullDisk(scene, blocks: 10_000, ["import", scene.database, input])
    #expect(full.status == 74)
    #expect(try userCount(scene) == 0)
    #expect(try scene.run("import", scene.database, input).status == 0)
    #expect(try userCount(scene) == Self.rowCount)
  }

  @Test func `two imports at once exclude each other, and every row is there`() throws {
    let scene = try CommandScene.samples()
    // Both inputs have half of the rows in common.
    let inputs = try [0, Self.rowCount / 2].map { first in
      try FileManager.default.createDirectory(
        atPath: scene.directory.file("\(first)"),
        withIntermediateDirectories: false
      )
      return try users(scene, from: first, name: "\(first)/users.csv")
    }
    let commands = inputs.map { ["import", scene.database, $0, "--batch-size", "50"] }
    let processes = try commands.map { try scene.start($0) }
    for process in processes { process.waitUntilExit() }
    for (process, command) in zip(processes, commands) {
      #expect([0, 75].contains(process.terminationStatus))
      if process.terminationStatus == 75 { #expect(try scene.run(command).status == 0) }
    }
    #expect(try userCount(scene) == Self.rowCount * 3 / 2)
    #expect(try scene.firstValue("PRAGMA integrity_check") == .text("ok"))
  }

  @Test func `the same import twice at once ends as one`() throws {
    let scene = try CommandScene.samples()
    let input = try users(scene, name: "users.csv")
    let command = [
      "import", scene.database, input, "--on-error", "reject", "--batch-size", "50",
    ]
    let processes = try (0..<2).map { _ in try scene.start(command) }
    for process in processes { process.waitUntilExit() }
    #expect(processes.allSatisfy { [0, 75].contains($0.terminationStatus) })
    #expect(try scene.run(command).status == 0)
    #expect(try userCount(scene) == Self.rowCount)
    #expect(
      try scene.firstValue("SELECT count(*) FROM sqlite_schema WHERE name LIKE '%_import%'")
        == .integer(0)
    )
  }

  @Test func `an import of standard input resumes by skipping the imported records`() throws {
    let scene = try CommandScene.samples()
    let arguments = ["import", scene.database, "-", "--table", "users", "--format", "jsonl"]
    let batches = arguments + ["--batch-size", "100"]
    func lines(_ bad: String, width: Int = 1) -> String {
      let good = "\"" + String(repeating: "n", count: width) + "\""
      return (0..<1000).map { #"{"id":"u\#($0)","name":\#($0 == 950 ? bad : good)}"# }
        .joined(separator: "\n")
    }
    let failed = try scene.run(batches, input: lines("true"))
    #expect(failed.status == 65)
    #expect(failed.errors.contains("<standard input>:951:21: "))
    #expect(failed.errors.contains("; 900 records read before are kept."))
    let other = try scene.run(batches, input: lines("\"n\"", width: 2))
    #expect(other.status == 65)
    #expect(other.errors.contains("--restart"))
    #expect(try userCount(scene) == 900)
    let mended = try scene.run(batches, input: lines("\"n\""))
    #expect(mended.status == 0)
    #expect(mended.errors.contains("resuming at record 901"))
    #expect(mended.output.contains("100 records after 900 before the interruption"))
    #expect(try userCount(scene) == 1000)
  }

  /// An import that reads a named pipe, which stays open until the test closes it.
  private func importing(
    from pipe: String,
    _ scene: CommandScene,
    _ format: String = "jsonl"
  ) throws -> Process {
    #expect(mkfifo(pipe, 0o600) == 0)
    return try scene.start(
      [
        "import", scene.database, pipe, "--table", "users", "--format", format, "--batch-size",
        "100",
      ],
      errors: scene.directory.file("errors")
    )
  }

  @Test(arguments: [(SIGINT, "jsonl"), (SIGTERM, "jsonl"), (SIGTERM, "csv")])
  func `a signal ends an import that waits for a pipe at once, with whole batches kept`(
    signal: Int32,
    format: String
  ) throws {
    let scene = try CommandScene.samples()
    let pipe = scene.directory.file("pipe")
    let process = try importing(from: pipe, scene, format)
    let writer = open(pipe, O_WRONLY | O_CLOEXEC)
    defer { close(writer) }
    // 64 KiB, which the importer needs to detect the dialect.
    let filler = String(repeating: "n", count: 600)
    let rows = (0..<250).map {
      format == "csv" ? "u\($0),\(filler)\n" : "{\"id\":\"u\($0)\",\"name\":\"\(filler)\"}\n"
    }
    var text = (format == "csv" ? "id,name\n" : "") + rows.joined()
    text.withUTF8 { bytes in
      var rest = UnsafeRawBufferPointer(bytes)
      while !rest.isEmpty {
        let count = write(writer, rest.baseAddress, rest.count)
        guard count > 0 else { return }
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      }
    }
    while process.isRunning, try userCount(scene) < 200 { sched_yield() }
    kill(process.processIdentifier, signal)
    process.waitUntilExit()
    #expect(process.terminationReason == .exit)
    #expect(process.terminationStatus == 128 + signal)
    #expect(try userCount(scene) == 200)
    let errors = try String(contentsOfFile: scene.directory.file("errors"), encoding: .utf8)
    #expect(errors.contains("the import was stopped; 200 records read before are kept."))
    #expect(errors.contains("resume with: stategraph import "))
    #expect(try scene.firstValue("PRAGMA integrity_check") == .text("ok"))
  }

  @Test(arguments: [true, false])
  func `a signal ends an import that waits for the first byte of a pipe`(hasWriter: Bool) throws {
    let scene = try CommandScene.samples()
    let pipe = scene.directory.file("pipe")
    let process = try importing(from: pipe, scene)
    let descriptors = "/proc/\(process.processIdentifier)/fd"
    func isOpen() throws -> Bool {
      try FileManager.default.contentsOfDirectory(atPath: descriptors).contains {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(descriptors)/\($0)")) == pipe
      }
    }
    let writer = hasWriter ? open(pipe, O_WRONLY | O_CLOEXEC) : -1
    defer { close(writer) }
    while process.isRunning, try !isOpen() { sched_yield() }
    kill(process.processIdentifier, SIGTERM)
    process.waitUntilExit()
    #expect(process.terminationStatus == 143)
    let errors = try String(contentsOfFile: scene.directory.file("errors"), encoding: .utf8)
    #expect(errors.contains("the import was stopped; nothing was kept."))
    #expect(try userCount(scene) == 0)
  }

  @Test func `a pipe whose writer comes late is read to its end`() throws {
    let scene = try CommandScene.samples()
    let pipe = scene.directory.file("pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    let result = try scene.shell(
      """
      ( for i in 1 2 3; do
          printf '{"id":"u%s","name":"N"}\\n' $i; "$stategraph" --version > /dev/null
        done > pipe ) &
      "$stategraph" import "$database" pipe --table users --format jsonl
      """
    )
    #expect(result.status == 0, "\(result.errors)")
    #expect(try userCount(scene) == 3)
  }

  @Test func `a dry run leaves the file and its folder as they are`() throws {
    let scene = try CommandScene.samples()
    let input = try users(scene, name: "users.csv")
    let before = try Data(contentsOf: URL(fileURLWithPath: scene.database))
    let result = try scene.run("import", scene.database, input, "--dry-run")
    #expect(result.status == 0)
    #expect(result.output.hasPrefix("users: \(Self.rowCount) inserted, "))
    #expect(result.output.hasSuffix("This was a dry run: nothing was written.\n"))
    #expect(try Data(contentsOf: URL(fileURLWithPath: scene.database)) == before)
    #expect(!FileManager.default.fileExists(atPath: scene.database + "-wal"))
    #expect(try scene.run("import", scene.database, input, "--dry-run", "--restart").status == 64)
  }
}
