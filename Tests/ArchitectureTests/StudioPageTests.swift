import Foundation
import TestSupport
import Testing

/// The page of Studio consists of the files in `Studio/`. The build embeds them in the program.
@Suite struct StudioPageTests {
  private func check(_ arguments: String...) throws -> (status: Int32, output: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", PackageRoot.path + "/Scripts/studio-rules"] + arguments
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: bytes, as: UTF8.self))
  }

  @Test func `the page keeps its rules`() throws {
    let result = try check()
    #expect(result.status == 0, "\(result.output)")
  }

  @Test(
    "text that becomes HTML, code or a style is found",
    arguments: [
      ("element.innerHTML = value;", "innerHTML"), ("eval(value);", "eval"),
      ("const run = new Function(value);", "Function from text"),
      ("element.setAttribute(\"style\", value);", "an inline style"),
      ("<a onclick=\"run()\">", "an inline script"),
      ("import \"https://example.org/a.js\";", "an address of another server"),
    ]
  )
  func rule(line: String, problem: String) throws {
    let folder = try TemporaryDirectory()
    try folder.write(line + "\n", to: "page.js")
    let result = try check(folder.path)
    #expect(result.status == 1)
    #expect(result.output.contains("page.js:1 uses \(problem)"), "\(result.output)")
  }

  @Test func `a page that is too large is found`() throws {
    let folder = try TemporaryDirectory()
    let line = String(repeating: "a", count: 99) + "\n"
    for number in 1...9 {
      try folder.write(String(repeating: line, count: 480), to: "part\(number).css")
    }
    let result = try check(folder.path)
    #expect(result.status == 1)
    #expect(result.output.contains("At most 400000 are permitted"), "\(result.output)")
  }
}
