import Foundation
import TestSupport
import Testing

@Suite struct SnippetTests {
  @Test func `the README's program prints what the README says`() throws {
    let readme = try String(contentsOfFile: PackageRoot.path + "/README.md", encoding: .utf8)
    let migration = try #require(DocumentationSource.blocks("sql", in: readme).first)
    let program = DocumentationSource.blocks("swift", in: readme).joined()
    let directory = try TemporaryDirectory()
    try directory.write(migration, to: "0001_create_music.sql")
    try readmeProgram(in: directory.path)
    #expect(printed == program.matches(of: /\/\/ prints (.+)/).map { String($0.1) })
    #expect(printed.count == 5)
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

  /// The types and functions with which a user begins.
  @Test(arguments: [
    ("StateGraphSQLite/Database/Database.swift", "public final class Database:"),
    ("StateGraphNormalization/EntityStore.swift", "public final class EntityStore<"),
    ("StateGraphPersistence/Queries/Query.swift", "public struct Query<"),
    ("StateGraphCore/Tracking/GraphTracking.swift", "public func withGraphTracking("),
    ("StateGraphTesting/Cases/TestDatabase.swift", "public struct TestDatabase:"),
    ("StateGraphSessions/Sessions/Session.swift", "public final class Session:"),
    ("StateGraphReplicator/Replicating/Database+Replicate.swift", "public func replicate("),
  ])
  func `the comment of an entry point has an example that is compiled here`(
    file: String,
    declaration: String
  ) throws {
    let source = try String(
      contentsOfFile: PackageRoot.path + "/Sources/" + file,
      encoding: .utf8
    )
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.trimmingCharacters(in: .whitespaces) }
    let place = try #require(lines.firstIndex { $0.hasPrefix(declaration) })
    let comment = lines[..<place].reversed().prefix { $0.hasPrefix("///") }.reversed()
      .map { $0.dropFirst("/// ".count) }
    let examples = swiftBlocks(in: comment.joined(separator: "\n"))
    let compiled = try normalizedSources()
    #expect(!examples.isEmpty)
    #expect(examples.filter { !compiled.contains($0) } == [])
  }

  @Test func `every product in a manifest of the documentation is a product of the package`()
    throws
  {
    let package = try String(contentsOfFile: PackageRoot.path + "/Package.swift", encoding: .utf8)
    let list = try #require(package.components(separatedBy: "let libraries = [").last)
    let libraries = list.prefix { $0 != "]" }
    let manifests = try documents().flatMap {
      try swiftBlocks(in: String(contentsOfFile: $0, encoding: .utf8))
    }.filter(Self.isManifest)
    #expect(manifests.count >= 2)
    for manifest in manifests {
      for match in manifest.matches(of: /\.product\(name: "(\w+)", package: "stategraph"\)/) {
        #expect(libraries.contains("\"\(match.1)\""), "\(match.1)")
      }
    }
  }

  /// A manifest is compiled by the package manager, not here. `Scripts/first-test` builds a package
  /// with that of the article about test databases.
  private static func isManifest(_ code: String) -> Bool { code.contains(".package(name:") }

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
