import Foundation
import TestSupport

/// The built executable as a child process.
struct ReliabilityLane {
  let status: Int32
  let output: String
  let errors: String

  /// SwiftPM puts it beside the test bundle.
  private static let executable: URL = {
    let tests = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    return tests.deletingLastPathComponent().appendingPathComponent("reliability")
  }()

  init(_ arguments: [String]) throws {
    let directory = try TemporaryDirectory()
    let files = [try directory.write("", to: "output"), try directory.write("", to: "errors")]
    let process = Process()
    process.executableURL = Self.executable
    process.arguments = arguments
    // Into files: a pipe that nobody empties would hold the child up.
    process.standardOutput = FileHandle(forWritingAtPath: files[0])
    process.standardError = FileHandle(forWritingAtPath: files[1])
    try process.run()
    process.waitUntilExit()
    status = process.terminationStatus
    output = try String(contentsOfFile: files[0], encoding: .utf8)
    errors = try String(contentsOfFile: files[1], encoding: .utf8)
  }

  /// The number before a word of the lane's one line: `12 failed`.
  func count(_ name: String) -> Int? {
    let words = output.split { $0 == " " || $0 == "," || $0 == "\n" }
    guard let index = words.firstIndex(where: { $0 == name }), index > 0 else { return nil }
    return Int(words[index - 1])
  }
}
