import Foundation
import TestSupport
import Testing

/// A newcomer follows the table in CONTRIBUTING from a task to a folder.
@Suite struct ContributingTests {
  private static func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: PackageRoot.path + "/Sources/" + path)
  }

  @Test func `every folder that the table of tasks names is there`() throws {
    let text = try String(
      contentsOfFile: PackageRoot.path + "/CONTRIBUTING.md",
      encoding: .utf8
    )
    var module = ""
    var count = 0
    for row in text.split(separator: "\n") where row.hasPrefix("| ") {
      let cells = row.split(separator: "|")
      // A heading names the module of the rows below it: **`StateGraphCore`: the graph**.
      if let heading = cells[0].firstMatch(of: /\*\*`(\w+)`/) { module = String(heading.1) }
      for name in cells.dropFirst().joined().matches(of: /`([A-Z]\w+(?:\/\w+)*)\/?`/).map(\.1) {
        count += 1
        let places = ["\(name)", "\(module)/\(name)", "\(module)/Queries/\(name)"]
        #expect(places.contains(where: Self.exists), "\(module): \(name)")
      }
    }
    #expect(count > 40)
  }
}
