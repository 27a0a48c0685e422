import Foundation
import TestSupport
import Testing

/// The deliberate bugs of Scripts/mutants, without building them.
@Suite struct MutantTests {
  static let names =
    (try? FileManager.default.contentsOfDirectory(atPath: PackageRoot.path + "/Tests/Mutants"))?
    .filter { $0.hasSuffix(".patch") }.sorted() ?? []

  @Test func `there are at least twelve mutants`() {
    #expect(Self.names.count >= 12)
  }

  @Test(arguments: names)
  func `a mutant fits the sources, and names the suites that must notice`(name: String) throws {
    let lines = try text("Tests/Mutants/" + name).split(
      separator: "\n",
      omittingEmptySubsequences: false
    )
    #expect(lines.count > 2 && lines[1].hasPrefix("Suites: "))
    var source = ""
    for hunk in hunks(lines.dropFirst(2)) {
      if let path = hunk.path { source = try text(path) }
      #expect(source.contains(hunk.before), "\(name): another text stands there now")
    }
  }

  @Test func `the suites of each mutant exist`() throws {
    let folder = PackageRoot.path + "/Tests/"
    let files = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    var declared: Set<Substring> = []
    for file in files where file.hasSuffix(".swift") {
      let matches = try text("Tests/" + file).matches(of: /(?:struct|class|actor) (\w+)/)
      for name in matches.map(\.1) { declared.insert(Substring(name)) }
    }
    for name in Self.names {
      let suites = try text("Tests/Mutants/" + name).split(separator: "\n")[1].split(separator: " ")
      for suite in suites.dropFirst() { #expect(declared.contains(suite), "in \(name)") }
    }
  }

  private func text(_ path: String) throws -> String {
    try String(contentsOfFile: PackageRoot.path + "/" + path, encoding: .utf8)
  }

  /// The text that each hunk expects, and the path of its file; a nil path is that of the hunk
  /// before.
  private func hunks(_ lines: ArraySlice<Substring>) -> [(path: String?, before: String)] {
    var hunks: [(path: String?, before: String)] = []
    var path: String?
    for line in lines {
      if line.hasPrefix("--- a/") {
        path = String(line.dropFirst(6))
      } else if line.hasPrefix("@@") {
        hunks.append((path, ""))
        path = nil
      } else if line.hasPrefix(" ") || line.hasPrefix("-"), !hunks.isEmpty {
        hunks[hunks.count - 1].before += line.dropFirst() + "\n"
      }
    }
    return hunks
  }
}
