import Foundation
import TestSupport
import Testing

/// The pages outside of the catalogues of DocC are read in a plain viewer of Markdown.
@Suite struct LinkTests {
  private func pages() throws -> [String] {
    let decisions = try FileManager.default
      .contentsOfDirectory(atPath: PackageRoot.path + "/Decisions")
    return [
      "README.md", "CONTRIBUTING.md", "SECURITY.md", "Benchmarks/README.md", "Examples/README.md",
      "Studio/README.md", "Tests/README.md",
    ] + decisions.map { "Decisions/" + $0 }
  }

  @Test func `every relative link leads to a file or a folder`() throws {
    var count = 0
    for page in try pages() {
      let text = try String(contentsOfFile: PackageRoot.path + "/" + page, encoding: .utf8)
      let folder = URL(fileURLWithPath: PackageRoot.path + "/" + page).deletingLastPathComponent()
      for link in text.matches(of: /\]\(([^)#]+)[^)]*\)/).map({ String($0.1) })
      where !link.contains("://") {
        count += 1
        let path = folder.appendingPathComponent(link).path
        #expect(FileManager.default.fileExists(atPath: path), "\(page): \(link)")
      }
    }
    #expect(count > 60)
  }

  @Test func `no page has links that only DocC understands`() throws {
    for page in try pages() {
      let text = try String(contentsOfFile: PackageRoot.path + "/" + page, encoding: .utf8)
      #expect(!text.contains("<doc:"), "\(page)")
    }
  }

  @Test func `the list of decisions names each record once, with its title`() throws {
    let folder = PackageRoot.path + "/Decisions/"
    let list = try String(contentsOfFile: folder + "README.md", encoding: .utf8)
    let records = try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { $0 != "README.md" }.sorted()
    let expected = try records.map { name in
      let title = try String(contentsOfFile: folder + name, encoding: .utf8)
        .split(separator: "\n")[0].dropFirst("# ".count)
      return "- [\(title)](\(name))"
    }
    #expect(list.split(separator: "\n").filter { $0.hasPrefix("- ") }.map(String.init) == expected)
  }
}
