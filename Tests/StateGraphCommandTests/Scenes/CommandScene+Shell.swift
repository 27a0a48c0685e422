import Foundation
import TestSupport

extension CommandScene {
  /// How long a script may take if the test does not say so, in seconds.
  static let longestScript = max(60, Int(TestDeadline.seconds))

  /// Runs a script of /bin/sh, in which `$stategraph` is the command, `$database` the database file
  /// and `$folder` the directory of both. After `seconds`, a script that hangs is killed.
  func shell(_ script: String, seconds: Int = CommandScene.longestScript) throws -> Result {
    let process = try startShell(script, seconds: seconds, into: directory.file("shell"))
    process.waitUntilExit()
    return try result(of: process, from: directory.file("shell"))
  }

  /// Starts a script. `result(of:from:)` waits for its end and returns its output.
  func startShell(
    _ script: String,
    seconds: Int = CommandScene.longestScript,
    into output: String
  ) throws -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/timeout")
    process.arguments = ["--signal=KILL", "\(seconds)", "/bin/sh", "-c", script]
    process.currentDirectoryURL = URL(fileURLWithPath: directory.path)
    var environment = ProcessInfo.processInfo.environment
    environment["stategraph"] = Self.executable.path
    environment["database"] = database
    environment["folder"] = directory.path
    process.environment = environment
    process.standardInput = FileHandle.nullDevice
    for (name, suffix) in [(\Process.standardOutput, "-out"), (\Process.standardError, "-errors")] {
      try Data().write(to: URL(fileURLWithPath: output + suffix))
      process[keyPath: name] = FileHandle(forWritingAtPath: output + suffix)
    }
    try process.run()
    return process
  }

  func result(of process: Process, from output: String) throws -> Result {
    let signal = process.terminationReason == .uncaughtSignal
    return Result(
      status: signal ? -process.terminationStatus : process.terminationStatus,
      output: try String(contentsOfFile: output + "-out", encoding: .utf8),
      errors: try String(contentsOfFile: output + "-errors", encoding: .utf8)
    )
  }
}
