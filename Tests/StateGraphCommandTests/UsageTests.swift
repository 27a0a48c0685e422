import Foundation
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

  @Test func `the version is that of the newest release in the changelog`() throws {
    let changelog = try String(contentsOfFile: PackageRoot.path + "/CHANGELOG.md", encoding: .utf8)
    let release = try #require(changelog.firstMatch(of: /\n## (\d+\.\d+\.\d+) -/))
    #expect(try CommandScene().run("--version").output == release.1 + "\n")
  }

  @Test func `the command links no library of tests`() throws {
    let result = try CommandScene().shell("ldd \"$stategraph\"")
    #expect(result.output.contains("libsqlite3.so"))
    #expect(!result.output.contains("Testing") && !result.output.contains("XCTest"))
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

  @Test(arguments: [
    (["migrate", "statsu", "db"], "migrate", "status"),
    (["migrate", "verfy"], "migrate", "verify"),
    (["migrate", "dwon", "a.sqlite", "--steps", "1"], "migrate", "down"),
    (["imprt", "a.sqlite", "b.csv"], "stategraph", "import"), (["Query"], "stategraph", "query"),
  ])
  func `a mistyped subcommand is no file to make`(
    arguments: [String],
    group: String,
    meant: String
  ) throws {
    let scene = try CommandScene()
    let words = arguments.joined(separator: " ")
    let script = "cd \"$folder\" && mkdir Migrations && \"$stategraph\" " + words
    let result = try scene.shell(script)
    #expect(result.status == 64)
    #expect(result.output.isEmpty)
    let word = arguments[group == "migrate" ? 1 : 0]
    let message = "stategraph: \(group) has no subcommand \(word). Did you mean \(meant)?"
    #expect(result.errors.hasPrefix(message), "\(result.errors)")
    #expect(try scene.files() == ["Migrations", "shell-errors", "shell-out"])
  }

  @Test(arguments: ["library.sqlite", "./statsu", "u"])
  func `a database name is accepted if it is a path, exists, or resembles no subcommand`(
    name: String
  ) throws {
    let scene = try CommandScene()
    let result = try scene.shell(
      """
      cd "$folder" && mkdir Migrations && echo 'CREATE TABLE t (x);' > Migrations/0001_t.sql
      if [ \(name) = u ]; then "$stategraph" migrate up u || exit 1; fi
      "$stategraph" migrate \(name)
      """
    )
    #expect(result.status == 0, "\(result.errors)")
    #expect(try scene.files().contains(name == "./statsu" ? "statsu" : name))
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
