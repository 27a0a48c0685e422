import Foundation
import TestSupport
import Testing

/// The deliberate bugs of Scripts/mutants, without building them.
@Suite struct MutantTests {
  private static let mutants = SourceFile.all(under: "Tests/Mutants", ending: ".txt")
    .flatMap(mutants(in:))

  @Test func `there are at least twelve mutants, and no two have one name`() {
    #expect(Self.mutants.count >= 12)
    #expect(Set(Self.mutants.map(\.name)).count == Self.mutants.count)
  }

  @Test func `the lines that a mutant changes stand in the sources, in one place`() throws {
    var texts: [String: [String]] = [:]
    for mutant in Self.mutants {
      #expect(!mutant.changes.isEmpty, "\(mutant.name)")
      for change in mutant.changes {
        if texts[change.path] == nil { texts[change.path] = try lines(of: change.path) }
        let count = places(of: change, in: texts[change.path] ?? []).count
        #expect(
          change.anchor == nil ? count == 1 : count > 0,
          "\(mutant.name): \(change.anchor ?? "") \(change.old)"
        )
      }
    }
  }

  /// Where the old lines begin, below the one line that equals the anchor.
  private func places(of change: Change, in lines: [String]) -> [Int] {
    let anchors = lines.indices.filter { lines[$0] == change.anchor }
    let start = change.anchor == nil ? 0 : anchors.count == 1 ? anchors[0] + 1 : lines.count
    return lines.indices[start...].filter { lines[$0...].starts(with: change.old) }
  }

  @Test func `the suites of each mutant exist`() {
    var declared: Set<String> = []
    let keywords: Set<Substring> = ["struct", "class", "actor"]
    for line in SourceFile.all(under: "Tests").flatMap(\.lines) {
      let words = line.split { !$0.isLetter && !$0.isNumber }
      for (keyword, name) in zip(words, words.dropFirst()) where keywords.contains(keyword) {
        declared.insert(String(name))
      }
    }
    for mutant in Self.mutants {
      #expect(!mutant.suites.isEmpty && declared.isSuperset(of: mutant.suites), "\(mutant.name)")
    }
  }

  private struct Change {
    let path: String
    var anchor: String?
    var old: [String] = []
    var isComplete = false
  }

  private struct Mutant {
    var name = ""
    var suites: [String] = []
    var changes: [Change] = []
  }

  /// Scripts/mutants describes the form of the file.
  private static func mutants(in file: SourceFile) -> [Mutant] {
    file.lines.split(separator: "").map { lines in
      var mutant = Mutant()
      var path = ""
      for line in lines {
        let rest = line.drop { $0 != " " }.dropFirst()
        switch line.prefix(while: { $0 != " " }) {
        case "Suites:": mutant.suites = rest.split(separator: " ").map(String.init)
        case "File:":
          path = String(rest)
          mutant.changes.append(Change(path: path))
        case "@":
          if mutant.changes.last?.old.isEmpty == true { mutant.changes.removeLast() }
          mutant.changes.append(Change(path: path, anchor: rest.isEmpty ? nil : String(rest)))
        case "-":
          if mutant.changes.last?.isComplete == true { mutant.changes.append(Change(path: path)) }
          mutant.changes[mutant.changes.count - 1].old.append(String(rest))
        case "+": mutant.changes[mutant.changes.count - 1].isComplete = true
        default: mutant.name = String(line.prefix { $0 != ":" })
        }
      }
      return mutant
    }
  }

  private func lines(of path: String) throws -> [String] {
    try String(contentsOfFile: PackageRoot.path + "/" + path, encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.trimmingCharacters(in: .whitespaces) }
  }
}
