import Foundation
import TestSupport
import Testing

/// Every promise names tests that exist.
@Suite struct GuaranteeTests {
  private let article: String
  private let tests: [String: String]

  init() throws {
    let root = PackageRoot.path
    article = try String(
      contentsOfFile: root + "/Sources/StateGraphPersistence/Documentation.docc/Guarantees.md",
      encoding: .utf8
    )
    var tests: [String: String] = [:]
    let files = FileManager.default.enumerator(atPath: root + "/Tests")?.allObjects ?? []
    for case let file as String in files where file.hasSuffix("Tests.swift") {
      tests[URL(fileURLWithPath: file).deletingPathExtension().lastPathComponent, default: ""] +=
        try String(contentsOfFile: root + "/Tests/" + file, encoding: .utf8)
    }
    self.tests = tests
  }

  @Test func `every test that a promise names is there`() throws {
    var count = 0
    for match in article.matches(of: /- `(\w+Tests)`: `([^`]+)`/) {
      count += 1
      let suite = String(match.1)
      // A suite may stand in the file of another.
      let source = tests[suite] ?? tests.values.first { $0.contains("struct \(suite) ") } ?? ""
      #expect(source.contains("func `\(match.2)`"), "\(suite): \(match.2)")
    }
    #expect(count > 15)
  }

  @Test func `every promise of the table has a section`() {
    for match in article.matches(of: /\| \*\*([^*]+)\*\* \|/) {
      #expect(article.contains("\n## \(match.1)\n"), "\(match.1)")
    }
  }
}
