import Foundation
import TestSupport
import Testing

/// Signals to an import that waits for its input.
@Suite("Hostile signals") struct HostileSignalTests {
  /// A signal mask of a process, such as `SigBlk`, from the kernel.
  private func signals(_ name: String, of process: Process) -> UInt64 {
    let path = "/proc/\(process.processIdentifier)/status"
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix(name + ":") } ?? ""
    return UInt64(line.split(separator: "\t").last ?? "", radix: 16) ?? 0
  }

  @Test(arguments: [(SIGINT, SIGINT), (SIGINT, SIGTERM), (SIGTERM, SIGINT), (SIGTERM, SIGTERM)])
  func `a second signal ends an import that waits for its input, and keeps nothing`(
    first: Int32,
    second: Int32
  ) throws {
    // An import that notices the first signal before the second one arrives ends in order.
    let deadline = TestDeadline()
    while !deadline.hasPassed {
      if try isEndedBySecondSignal(first, second) { return }
    }
    Issue.record("the second signal never came in time")
  }

  /// Sends two signals to an import. Returns false if it ended after the first one.
  private func isEndedBySecondSignal(_ first: Int32, _ second: Int32) throws -> Bool {
    let hostile = try HostileScene()
    let scene = hostile.scene
    let path = scene.directory.file("users.csv")
    #expect(mkfifo(path, 0o600) == 0)
    let errors = scene.directory.file("errors")
    let process = try scene.start(["import", scene.database, path], errors: errors)
    // The pipe stays open and empty, so that the import waits in a read.
    let writer = try #require(FileHandle(forWritingAtPath: path))
    try writer.write(contentsOf: Data("id,name\na,A\n".utf8))
    let mask = UInt64(1) << (first - 1) | UInt64(1) << (second - 1)
    while process.isRunning, signals("SigBlk", of: process) & mask != mask { sched_yield() }
    kill(process.processIdentifier, first)
    while process.isRunning, signals("ShdPnd", of: process) & mask != 0 { sched_yield() }
    while process.isRunning {
      kill(process.processIdentifier, second)
      sched_yield()
    }
    process.waitUntilExit()
    try writer.close()
    #expect(process.terminationReason == .exit)
    let message = try String(contentsOfFile: errors, encoding: .utf8)
    if message.contains("was stopped") { return false }
    #expect(try hostile.isUntouched())
    #expect(process.terminationStatus == 128 + second)
    #expect(message.isEmpty)
    return true
  }
}
