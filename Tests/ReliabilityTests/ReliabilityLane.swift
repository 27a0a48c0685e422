import Foundation
import TestSupport

/// A run of the built program `reliability` as a child process, with its status and its output.
struct ReliabilityLane {
  let status: Int32
  let output: String
  let errors: String

  /// SwiftPM puts the program beside the test bundle.
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
    // The output goes into files, because the child would block at a full pipe.
    process.standardOutput = FileHandle(forWritingAtPath: files[0])
    process.standardError = FileHandle(forWritingAtPath: files[1])
    try process.run()
    process.waitUntilExit()
    status = process.terminationStatus
    output = try String(contentsOfFile: files[0], encoding: .utf8)
    errors = try String(contentsOfFile: files[1], encoding: .utf8)
  }

  /// Returns the number before a word in the line of the lane. In `12 failed`, the number before
  /// `failed` is 12.
  func count(_ name: String) -> Int? {
    let words = output.split { $0 == " " || $0 == "," || $0 == "\n" }
    guard let index = words.firstIndex(where: { $0 == name }), index > 0 else { return nil }
    return Int(words[index - 1])
  }
}
