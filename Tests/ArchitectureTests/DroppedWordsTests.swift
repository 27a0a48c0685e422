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
      let names = SwiftTokens(file.lines).tokens.filter(\.isIdentifier).map(\.text)
      let found = Set((names + [name ?? ""]).flatMap(words)).intersection(dropped.keys)
      return found.sorted().map { "\(file.path): \($0), say \(dropped[$0] ?? "")" }
    }
  }

  @Test func `no name has a dropped word`() {
    #expect(Self.violations(in: SourceFile.all(under: "Sources")) == [])
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
