import Foundation
import TestSupport
import Testing

/// Words that once named something here and gave way to the standard term, which the Glossary has.
@Suite struct DroppedWordsTests {
  /// In lower case, with the word that took its place.
  static let dropped: [String: String] = [
    "afterwards": "deferred release", "attempts": "rerun limit",
    "verdict": "predicate", "verdicts": "predicates", "judged": "filter results",
    "bystander": "non-locking reader", "rehearsal": "dry run", "rehearse": "dry run",
    "looking": "inspection", "census": "statistics", "survey": "profile",
    "quarantine": "reject", "legacy": "handoff", "turn": "write lock", "turns": "write locks",
    "settle": "the verb that is meant", "settled": "the verb that is meant",
    "settles": "the verb that is meant", "settling": "the verb that is meant",
    "inclusion": "prefetch path", "says": "determines",
  ]

  /// The words of a name: `beginWriteTurn` has begin, write, turn.
  static func words(of name: String) -> [String] {
    var words: [String] = []
    for character in name {
      if character.isUppercase || character == "_" || words.isEmpty { words.append("") }
      if character != "_" { words[words.count - 1].append(character) }
    }
    return words.map { $0.lowercased() }
  }

  static func violations(in files: [SourceFile]) -> [String] {
    files.flatMap { file -> [String] in
      let name = file.path.split(separator: "/").last?.split(separator: ".").first.map(String.init)
      let names = file.scanned.tokens.filter(\.isIdentifier).map(\.text)
      let found = Set((names + [name ?? ""]).flatMap(words)).intersection(dropped.keys)
      return found.sorted().map { "\(file.path): \($0), say \(dropped[$0] ?? "")" }
    }
  }

  @Test func `no name has a dropped word`() {
    #expect(Self.violations(in: SourceFile.all(under: "Sources")) == [])
  }

  /// The names and the headings of articles.
  @Test func `no article has a dropped word in its name or a heading`() throws {
    let root = PackageRoot.path + "/Sources/"
    let names = FileManager.default.enumerator(atPath: root)?.allObjects ?? []
    let articles = names.compactMap { $0 as? String }.filter { $0.hasSuffix(".md") }
    #expect(articles.count > 40)
    for article in articles {
      let headings = try String(contentsOfFile: root + article, encoding: .utf8)
        .split(separator: "\n").filter { $0.hasPrefix("#") }
      let name = URL(fileURLWithPath: article).deletingPathExtension().lastPathComponent
      let found = headings.flatMap { $0.lowercased().split { !$0.isLetter }.map(String.init) }
      let words = Set(found + Self.words(of: name))
      #expect(words.intersection(Self.dropped.keys).isEmpty, "\(article)")
    }
  }

  @Test func `a dropped word is found inside a name and in the name of a file`() {
    let files = [
      SourceFile(path: "Sources/M/ProcessTurn.swift", lines: [""]),
      SourceFile(path: "Sources/M/A.swift", lines: ["func beginTurn() { return returned }"]),
      SourceFile(path: "Sources/M/B.swift", lines: ["// a turn", "let text = \"turn\""]),
    ]
    #expect(Self.violations(in: files).count == 2)
  }
}
