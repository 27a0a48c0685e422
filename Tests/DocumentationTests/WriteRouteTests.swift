import Foundation
import TestSupport
import Testing

/// The table of functions in `HowDataFlows.md` against the sources.
@Suite struct WriteRouteTests {
  private struct Step: CustomStringConvertible {
    let function: String
    /// A file, or a folder, at the end of a path in `Sources` without the name of a file.
    let place: String
    var description: String { "\(function) in \(place)" }
  }

  @Test func `the files and functions of the route of a write exist`() throws {
    let steps = try steps()
    #expect(steps.count >= 15)
    let sources = try sources()
    let missing = steps.filter { step in
      !sources.contains { path, text in
        isAt(step.place, path) && declares(step.function, text)
      }
    }
    #expect(missing.map(\.description) == [])
  }

  @Test func `a function that has moved is missed`() {
    #expect(isAt("Store/A.swift", "StateGraphPersistence/Store/A.swift"))
    #expect(isAt("StateGraphSQLite/Database", "StateGraphSQLite/Database/B.swift"))
    #expect(!isAt("Store/A.swift", "StateGraphPersistence/Store/BA.swift"))
    #expect(declares("set", "  func set<Value>(_ value: Value) {"))
    #expect(!declares("set", "  func setAll() { set() }"))
  }

  /// The rows `| step | `function` | `place` | task |`.
  private func steps() throws -> [Step] {
    let article =
      PackageRoot.path
      + "/Sources/StateGraphPersistence/Documentation.docc/HowDataFlows.md"
    return try String(contentsOfFile: article, encoding: .utf8).split(separator: "\n")
      .filter { $0.hasPrefix("| ") }
      .compactMap { line in
        let codes = line.split(separator: "`")
        return codes.count > 3 ? Step(function: String(codes[1]), place: String(codes[3])) : nil
      }
  }

  /// The text of each source file by its path in `Sources`.
  private func sources() throws -> [(path: String, text: String)] {
    let root = PackageRoot.path + "/Sources"
    let paths = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
    return try paths.filter { $0.hasSuffix(".swift") }.map { path in
      (path, try String(contentsOfFile: root + "/" + path, encoding: .utf8))
    }
  }

  private func isAt(_ place: String, _ path: String) -> Bool {
    place.hasSuffix(".swift")
      ? ("/" + path).hasSuffix("/" + place) : path.hasPrefix(place + "/")
  }

  private func declares(_ function: String, _ text: String) -> Bool {
    text.contains("func \(function)(") || text.contains("func \(function)<")
  }
}
