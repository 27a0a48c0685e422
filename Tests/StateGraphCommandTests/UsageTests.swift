import TestSupport
import Testing

@Suite("Usage") struct UsageTests {
  @Test(arguments: [["--help"], ["help"], ["import", "--help"], ["--version"]])
  func `help and version go to standard output`(arguments: [String]) throws {
    let result = try CommandScene().run(arguments)
    #expect(result.status == 0)
    #expect(result.output.hasSuffix("\n"))
    #expect(!result.output.hasSuffix("\n\n"))
    #expect(result.errors.isEmpty)
  }

  @Test(arguments: ["--help", "--version", "--generate-completion-script bash"])
  func `help that cannot be written exits 74`(arguments: String) throws {
    let result = try CommandScene().shell("\"$stategraph\" \(arguments) > /dev/full")
    #expect(result.status == 74)
    #expect(result.errors.hasPrefix("stategraph: standard output cannot be written: "))
  }

  @Test func `help for a reader that has gone away is no failure`() throws {
    let result = try CommandScene().shell(
      "{ \"$stategraph\" import --help; echo $? >&2; } | true"
    )
    #expect(result.errors == "0\n")
  }

  @Test(arguments: [["--\u{1B}[31m"], ["import", "--table\u{7}", "x"], ["\u{1B}]0;owned"]])
  func `wrong arguments never reach the terminal raw`(arguments: [String]) throws {
    let result = try CommandScene().run(arguments)
    #expect(result.status == 64)
    #expect(result.output.isEmpty)
    #expect(result.errors.contains("Usage: "))
    #expect(!result.errors.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{7}" })
  }
}
