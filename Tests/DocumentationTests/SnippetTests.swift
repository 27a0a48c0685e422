import Foundation
import TestSupport
import Testing

@Suite struct SnippetTests {
  @Test func `the README's example prints the documented counts`() throws {
    let directory = try TemporaryDirectory()
    #expect(FileManager.default.changeCurrentDirectoryPath(PackageRoot.path))
    try sixtySeconds(path: directory.file("social.sqlite"))
    #expect(printed == ["1 posts", "0 posts"])
  }

  @Test func `every Swift snippet of the documentation is compiled here`() throws {
    let compiled = try normalizedSources()
    let snippets = try documents().flatMap { path in
      try swiftBlocks(in: String(contentsOfFile: path, encoding: .utf8)).map { (path, $0) }
    }.filter { !Self.isManifest($0.1) }
    #expect(snippets.count >= 2)
    let missing = snippets.filter { !compiled.contains($0.1) }.map { "\($0.0):\n\($0.1)" }
    #expect(missing == [])
  }

  @Test func `every product in a manifest of the documentation is a product of the package`()
    throws
  {
    let package = try String(contentsOfFile: PackageRoot.path + "/Package.swift", encoding: .utf8)
    let manifests = try documents().flatMap {
      try swiftBlocks(in: String(contentsOfFile: $0, encoding: .utf8))
    }.filter(Self.isManifest)
    #expect(manifests.count >= 2)
    for manifest in manifests {
      for match in manifest.matches(of: /\.product\(name: "(\w+)", package: "stategraph"\)/) {
        #expect(package.contains(".library(name: \"\(match.1)\""), "\(match.1)")
      }
    }
  }

  /// A manifest is compiled by the package manager, not here. `Scripts/first-test` builds a package
  /// with that of the article about test databases.
  private static func isManifest(_ code: String) -> Bool { code.contains(".package(url:") }

  private func documents() throws -> [String] {
    let root = PackageRoot.path
    let sources = FileManager.default.enumerator(atPath: root + "/Sources")?.allObjects ?? []
    return [root + "/README.md", root + "/CONTRIBUTING.md"]
      + sources.compactMap { $0 as? String }.filter { $0.hasSuffix(".md") }
      .map { root + "/Sources/" + $0 }
  }

  private func normalizedSources() throws -> String {
    // The snippets with windows run in the tests that have a display, those with libpq in the tests
    // that have a server, and those with the server of Studio in the app that its browser tests use.
    let folders = [
      "/Tests/DocumentationTests", "/Tests/StateGraphGTKTests/Examples",
      "/Tests/StateGraphReplicatorTests/Examples", "/Examples/Shop/Tests/ShopTests",
      "/Examples/StudioApp",
    ]
    return try folders.map { PackageRoot.path + $0 }.flatMap { folder in
      try FileManager.default.contentsOfDirectory(atPath: folder)
        .filter { $0.hasSuffix(".swift") && $0 != "SnippetTests.swift" }
        .map { normalized(try String(contentsOfFile: folder + "/" + $0, encoding: .utf8)) }
    }.joined(separator: "\n")
  }

  /// The Swift code blocks without their imports, which one file needs once.
  private func swiftBlocks(in text: String) -> [String] {
    DocumentationSource.blocks("swift", in: text).map { code in
      let lines = code.split(separator: "\n").filter { !$0.hasPrefix("import ") }
      return normalized(lines.joined(separator: "\n"))
    }
  }

  /// The code without indentation and empty lines, since a snippet may be inside a function here.
  private func normalized(_ code: String) -> String {
    code.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty }.joined(separator: "\n")
  }
}
