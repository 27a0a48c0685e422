import Foundation
import TestSupport
import Testing

/// A newcomer follows the table in CONTRIBUTING from a task to a folder or a file.
@Suite struct ContributingTests {
  private static func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: PackageRoot.path + "/Sources/" + path)
  }

  @Test func `every folder and file that the table of tasks names is there`() throws {
    let text = try String(
      contentsOfFile: PackageRoot.path + "/CONTRIBUTING.md",
      encoding: .utf8
    )
    // A folder or a file between backquotes. A pattern with `*` is not a name.
    let namePattern = /`([A-Z]\w+(?:\/[\w+]+)*(?:\.swift)?)\/?`/
    var module = ""
    var count = 0
    for row in text.split(separator: "\n") where row.hasPrefix("| ") {
      let cells = row.split(separator: "|")
      // A heading names the module of the rows below it: **`StateGraphCore`: the graph**.
      if let heading = cells[0].firstMatch(of: /\*\*`(\w+)`/) { module = String(heading.1) }
      let names = cells.dropFirst().joined().matches(of: namePattern).map(\.1)
      for name in names {
        count += 1
        let places = ["\(name)", "\(module)/\(name)", "\(module)/Queries/\(name)"]
        #expect(places.contains(where: Self.exists), "\(module): \(name)")
      }
    }
    #expect(count > 80)
  }

  /// The command is left out: one row names all of its folders.
  @Test(arguments: [
    "StateGraphCore", "StateGraphPresentation", "StateGraphSessions", "StateGraphGTK",
    "StateGraphRows",
    "StateGraphLive", "StateGraphSQLite", "StateGraphPersistence", "StateGraphFormats",
    "StateGraphReplication", "StateGraphImport", "StateGraphTools", "StateGraphFixtures",
    "StateGraphTesting",
  ])
  func `the table of tasks names every folder of a module`(module: String) throws {
    let text = try String(
      contentsOfFile: PackageRoot.path + "/CONTRIBUTING.md",
      encoding: .utf8
    )
    let rows = try #require(text.components(separatedBy: "| **`\(module)`").dropFirst().first)
      .components(separatedBy: "\n| **`")[0]
    let folder = PackageRoot.path + "/Sources/\(module)"
    for name in try FileManager.default.contentsOfDirectory(atPath: folder)
    where !name.contains(".") {
      #expect(rows.contains("`\(name)/"), "no row of \(module) names \(name)/")
    }
  }
}
