import Foundation
import StateGraphSQLite
import TestSupport
import Testing

/// Terminals that are narrow, without escape sequences, or without colours.
@Suite("Hostile terminals") struct HostileTerminalTests {
  private static let erasure = "\r\u{1B}[2K"
  private static let color = "\u{1B}[36m"
  private static let colorEnd = "\u{1B}[0m"

  /// Runs an import with a terminal as its standard error, and returns the output.
  private func shown(
    _ hostile: HostileScene,
    columns: UInt16,
    environment: [String: String] = [:],
    _ arguments: String...
  ) throws -> (text: String, status: Int32) {
    let terminal = try Pseudoterminal(columns: columns)
    let process = Process()
    process.executableURL = CommandScene.executable
    process.arguments = ["import", hostile.scene.database] + arguments
    process.environment = ["TERM": "xterm"].merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = terminal.terminal
    try process.run()
    let text = try terminal.readToEnd()
    process.waitUntilExit()
    return (text, process.terminationStatus)
  }

  private func users(_ hostile: HostileScene, end: String = "") throws -> String {
    let rows = (0..<6_000).map { "u\($0),Name\n" }.joined()
    return try hostile.scene.directory.write("id,name\n" + rows + end, to: "users.csv")
  }

  @Test(arguments: [0, 1, 5, 20, 40, 80, 500] as [UInt16])
  func `the progress line never fills a terminal line, and is erased at the end`(columns: UInt16)
    throws
  {
    let hostile = try HostileScene()
    let (text, status) = try shown(hostile, columns: columns, try users(hostile))
    #expect(status == 0)
    #expect(text.hasPrefix(Self.erasure))
    #expect(text.hasSuffix(Self.erasure))
    #expect(!text.contains("\n"))
    // A terminal without a known width counts as one of 80 columns.
    let width = columns == 0 ? 80 : Int(columns)
    for picture in text.components(separatedBy: Self.erasure) {
      let plain = picture.replacing(Self.color, with: "").replacing(Self.colorEnd, with: "")
      #expect(plain.count < width, "\(plain)")
      #expect(!plain.unicodeScalars.contains { $0.value < 0x20 })
    }
    #expect(try hostile.scene.firstValue("SELECT count(*) FROM users") == .integer(6_000))
  }

  @Test func `a wide terminal shows a bar, and a narrow terminal only the percentage`() throws {
    let wide = try HostileScene()
    #expect(try shown(wide, columns: 80, try users(wide)).text.contains("[#"))
    let narrow = try HostileScene()
    let text = try shown(narrow, columns: 20, try users(narrow)).text
    #expect(text.contains(" %"))
    #expect(!text.contains("[#") && !text.contains("[-"))
  }

  @Test(
    arguments: [
      (["TERM": "dumb"], false), (["TERM": "dumb", "NO_COLOR": "1"], false),
      (["NO_COLOR": "1"], true), (["NO_COLOR": ""], true), ([:], true),
    ] as [([String: String], Bool)]
  )
  func `progress and colors follow TERM and NO_COLOR`(environment: [String: String], draws: Bool)
    throws
  {
    let hostile = try HostileScene()
    let (text, status) = try shown(
      hostile,
      columns: 80,
      environment: environment,
      try users(hostile)
    )
    #expect(status == 0)
    #expect(text.contains(Self.erasure) == draws)
    let isColored = draws && environment["NO_COLOR"] != "1"
    #expect(text.contains(Self.color) == isColored)
    if !draws { #expect(text.isEmpty, "\(text)") }
  }

  @Test func `a terminal without a name is not drawn on`() throws {
    let hostile = try HostileScene()
    let path = try users(hostile)
    let terminal = try Pseudoterminal(columns: 80)
    let process = Process()
    process.executableURL = CommandScene.executable
    process.arguments = ["import", hostile.scene.database, path]
    process.environment = [:]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = terminal.terminal
    try process.run()
    #expect(try terminal.readToEnd().isEmpty)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }

  @Test(arguments: ["xterm", "dumb"])
  func `an error stands on a line of its own`(name: String) throws {
    let hostile = try HostileScene()
    let path = try users(hostile, end: "\u{1B}[2J,\"\n")
    let (text, status) = try shown(
      hostile,
      columns: 20,
      environment: ["TERM": name],
      path
    )
    #expect(status == 65)
    let last = try #require(text.components(separatedBy: Self.erasure).last)
    #expect(last.hasPrefix("stategraph: \(path):6002:6: "), "\(last)")
    #expect(last.hasSuffix(".\n"))
    #expect(last.filter { $0 == "\n" }.count == 1)
    #expect(!last.unicodeScalars.contains { $0 == "\u{1B}" })
    #expect(try hostile.rows("users").isEmpty)
  }

  @Test func `rejects with escape sequences do not reach the terminal`() throws {
    let hostile = try HostileScene()
    let path = try hostile.scene.directory.write(
      "id,name\n\u{1B}]0;owned\u{7},\u{9B}31m,x\n\u{1B}[2J\n",
      to: "users.csv"
    )
    let (text, status) = try shown(hostile, columns: 20, path, "--on-error", "reject")
    #expect(status == 1)
    #expect(!text.contains("owned"))
    let plain = text.replacing(Self.erasure, with: "").replacing(Self.color, with: "")
      .replacing(Self.colorEnd, with: "")
    #expect(!plain.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{7}" || $0 == "\u{9B}" })
    #expect(try hostile.rejects().count == 2)
  }
}
