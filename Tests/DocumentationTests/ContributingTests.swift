import Foundation
import TestSupport
import Testing

/// A newcomer follows the tables in CONTRIBUTING to a folder, a file or a script.
@Suite struct ContributingTests {
  private let rows: [Substring]

  init() throws {
    let text = try String(
      contentsOfFile: PackageRoot.path + "/CONTRIBUTING.md",
      encoding: .utf8
    )
    rows = text.split(separator: "\n").filter { $0.hasPrefix("| ") }
  }

  private static func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: PackageRoot.path + "/" + path)
  }

  @Test func `every folder and file that a table names is there`() throws {
    // A folder or a file between backquotes.
    let namePattern = /`([A-Z]\w+(?:\/[\w+-]+)*(?:\.\w+)?)\/?`/
    var count = 0
    for row in rows {
      for name in row.split(separator: "|").dropFirst().joined().matches(of: namePattern).map(\.1) {
        count += 1
        #expect(Self.exists("Sources/\(name)") || Self.exists("\(name)"), "\(name)")
      }
    }
    #expect(count > 60)
  }

  @Test func `the table of scripts names every script`() throws {
    let names = Set(rows.flatMap { $0.matches(of: /`([a-z-]+)(?: --\w+)?`/).map { "\($0.1)" } })
    let scripts = try FileManager.default.contentsOfDirectory(atPath: PackageRoot.path + "/Scripts")
    #expect(scripts.filter { !names.contains($0) } == [])
  }
}
