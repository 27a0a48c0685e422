import Foundation
import TestSupport
import Testing

@testable import StateGraphTesting

/// The patches of failed expectations, which child processes of this test program write.
@Suite(.serialized) struct ExpectationPatchTests {
  private static let source = "Tests/StateGraphTestingTests/ForcedFailures.swift"
  private static let folder = PackageRoot.path + "/.stategraph/expected"

  /// The patches that a run of forced failures writes, by name. They are removed.
  private func patches(
    of arguments: [String],
    _ environment: [String: String] = [:]
  ) throws -> [String: String] {
    for name in names() { unlink(Self.folder + "/" + name) }
    defer { for name in names() { unlink(Self.folder + "/" + name) } }
    _ = try ForcedFailures.run(arguments, environment)
    return Dictionary(
      uniqueKeysWithValues: names().map { name in
        (
          name,
          FileSystem.bytes(of: Self.folder + "/" + name).map { String(decoding: $0, as: UTF8.self) }
            ?? ""
        )
      }
    )
  }

  private func names() -> [String] {
    FileSystem.names(in: Self.folder).filter { $0.contains("ForcedFailures.swift") }
  }

  /// Applies patches to a copy of the source, as a developer does, and returns its new text.
  private func applied(_ patches: [String]) throws -> String {
    let directory = try TemporaryDirectory()
    let text = try String(contentsOfFile: PackageRoot.path + "/" + Self.source, encoding: .utf8)
    try #require(FileSystem.makeFolders(directory.file("Tests/StateGraphTestingTests")))
    try directory.write(text, to: Self.source)
    for patch in patches {
      try directory.write(patch, to: "a.patch")
      let git = Process()
      git.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      git.arguments = ["git", "apply", "a.patch"]
      git.currentDirectoryURL = URL(fileURLWithPath: directory.path)
      try git.run()
      git.waitUntilExit()
      try #require(git.terminationStatus == 0, "\(patch)")
    }
    return try String(contentsOfFile: directory.file(Self.source), encoding: .utf8)
  }

  @Test func `patches of a failed test make its expectations true`() throws {
    let patches = try patches(
      of: ["--testing-library", "swift-testing", "--filter", "ForcedPatches/(rows|changes|values)"]
    )
    #expect(patches.count == 3)
    let text = try applied(patches.sorted { $0.key < $1.key }.map(\.value))
    let quotes = "\"\"\""
    for part in [
      """
            \(quotes)
            id      | state | total_cents
            @second | open  | 300
            @first  | paid  | 1200
            \(quotes)

      """,
      """
          try db.expectChanges(\(quotes)
            ~ customers @ada | name: Ada → A "\\\\" da
            \(quotes)) { try
      """,
      "    try seen.expect(\(quotes)\n      open\n      paid\n      \(quotes))\n",
    ] {
      #expect(text.contains(part), "\(text)")
    }
  }

  @Test func `a known issue and a computed expectation have no patch`() throws {
    let patches = try patches(
      of: ["--testing-library", "swift-testing", "--filter", "ForcedPatches/(known|computed)"]
    )
    #expect(patches == [:])
  }

  @Test func `a failure without the trait has a patch and keeps its database`() throws {
    let directory = try TemporaryDirectory()
    let patches = try patches(
      of: ["--testing-library", "swift-testing", "--filter", "ForcedPatchesWithoutTrait"],
      ["STATEGRAPH_KEEP": directory.path]
    )
    #expect(patches.count == 1)
    let text = try applied(Array(patches.values))
    #expect(text.contains("        name\n        Grace\n"), "\(text)")
    #expect(FileSystem.names(in: directory.path) == ["failed.sqlite"])
  }

  @Test func `a failed expectation of a crash's image has a patch`() throws {
    let patches = try patches(
      of: ["--testing-library", "swift-testing", "--filter", "ForcedPatches/image"]
    )
    #expect(patches.count == 1)
    let text = try applied(Array(patches.values))
    #expect(text.contains("        email\n        NULL\n        ada@example.org\n"), "\(text)")
  }

  @Test func `a failure under XCTest has a patch`() throws {
    let patches = try patches(
      of: ["StateGraphTestingTests.ForcedXCTestFailures/testExpectation"]
    )
    #expect(patches.count == 1)
    #expect(patches.values.first?.contains("\n-      try db.expect(") == true)
    #expect(try applied(Array(patches.values)).contains("        id\n        @grace\n"))
  }

  @Test func `a patch disappears when its expectation passes or its source changes`() throws {
    let package = try TemporaryDirectory()
    try package.write("", to: "Package.swift")
    try package.write("f(\"a\")\nf(\"b\")\n", to: "Tests.swift")
    func location(_ line: Int) -> SourceLocation {
      SourceLocation(
        fileID: "Tests/Tests.swift",
        filePath: package.file("Tests.swift"),
        line: line,
        column: 1
      )
    }
    let remaining = { FileSystem.names(in: package.file(".stategraph/expected")).sorted() }
    for (line, value) in [(1, "a"), (2, "b")] {
      let patch = ExpectationPatch(replacing: value, by: ["c"], at: location(line))
      PatchFolder().write(try #require(patch))
    }
    #expect(remaining() == ["Tests.swift-1.patch", "Tests.swift-2.patch"])
    let folder = PatchFolder()
    folder.expectationPassed(at: location(7))
    #expect(remaining().count == 2)
    folder.expectationPassed(at: location(2))
    #expect(remaining() == ["Tests.swift-1.patch"])
    try package.write("f(\"d\")\n", to: "Tests.swift")
    PatchFolder().expectationPassed(at: location(7))
    #expect(remaining() == [])
  }
}
