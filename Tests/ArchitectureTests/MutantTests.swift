import Foundation
import TestSupport
import Testing

/// The deliberate bugs of Scripts/mutants, without building them.
@Suite struct MutantTests {
  static let names =
    (try? FileManager.default.contentsOfDirectory(atPath: PackageRoot.path + "/Tests/Mutants"))?
    .filter { $0.hasSuffix(".patch") }.sorted() ?? []

  @Test func `there are as many as the reliability matrix asks for`() {
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

  /// What Scripts/mutants builds for a mutant.
  @Test func `the suites of each mutant lie in the parts that are built for it`() throws {
    let folders = try foldersOfParts()
    #expect(folders.count > 3)
    let chosen = try partsOfMutants()
    #expect(chosen.map(\.name) == Self.names.map { String($0.dropLast(".patch".count)) })
    for (name, parts) in chosen {
      #expect(!parts.isEmpty, "\(name): no parts have all of its suites")
      let sources = try parts.flatMap { try #require(folders[$0]) }.flatMap(sources)
      for suite in try suites(of: name) {
        let isThere = sources.contains { text in
          ["struct", "class", "actor"].contains { text.contains("\($0) \(suite)") }
        }
        #expect(isThere, "\(name): \(suite) is in none of \(parts)")
      }
    }
  }

  @Test func `a mutant of the driver alone is built without the graph`() throws {
    let chosen = try partsOfMutants()
    #expect(chosen.first { $0.name == "files-by-name" }?.parts == ["driver"])
    #expect(chosen.first { $0.name == "transducer-equal-state" }?.parts == ["presentation"])
  }

  /// The lines of `Scripts/mutants --parts`: a name, and the parts.
  private func partsOfMutants() throws -> [(name: String, parts: [String])] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["bash", PackageRoot.path + "/Scripts/mutants", "--parts"]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
    return output.split(separator: "\n").map { line in
      let words = line.split(separator: " ").map(String.init)
      return (words[0], Array(words.dropFirst()))
    }
  }

  /// The test targets of each part, as the manifest has them.
  private func foldersOfParts() throws -> [String: [String]] {
    let manifest = try text("Package.swift")
    let table = try #require(manifest.firstMatch(of: /let testsOfPart = (\[[^=]*\n\])\n/)).1
    var folders: [String: [String]] = [:]
    for part in table.matches(of: /"([a-z]+)": \[([^\]]*)\]/) {
      folders[String(part.1)] = part.2.matches(of: /"([A-Za-z]+)"/).map { String($0.1) }
    }
    return folders
  }

  private func suites(of name: String) throws -> [String] {
    let line = try text("Tests/Mutants/\(name).patch").split(separator: "\n")[1]
    return line.split(separator: " ").dropFirst().map(String.init)
  }

  private func sources(in folder: String) throws -> [String] {
    let root = PackageRoot.path + "/Tests/" + folder
    let files = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
    return try files.filter { $0.hasSuffix(".swift") }.map { try text("Tests/\(folder)/\($0)") }
  }

  private func text(_ path: String) throws -> String {
    try String(contentsOfFile: PackageRoot.path + "/" + path, encoding: .utf8)
  }

  /// What each hunk expects to find, and in which file where that is another.
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
