import StateGraphCore
import TestSupport
import Testing

@testable import StateGraphPersistence
@testable import StateGraphSQLite

/// Conditions whose texts Swift calls equal.
enum TextCondition: CaseIterable, Sendable {
  case prefix, suffix, infix, like, wildcards, equal, notEqual, list, optionalPrefix

  func condition(_ row: QueryRow<Verse>, _ text: String) -> QueryCondition {
    switch self {
    case .prefix: row.line.hasPrefix(text)
    case .suffix: row.line.hasSuffix(text)
    case .infix: row.line.contains(text)
    case .like: row.line.like("%\(text)%")
    case .wildcards: row.line.like(LikePattern(wildcardsIn: "_" + text.dropFirst() + "%"))
    case .equal: row.line == text
    case .notEqual: row.line != text
    case .list: row.line.in([text, "x"])
    case .optionalPrefix: row.answer.hasPrefix(text)
    }
  }
}

/// Live queries over texts in two forms.
@Suite struct TextFormTests {
  let scene: VerseScene

  init() throws {
    scene = try VerseScene()
    for (number, form) in VerseScene.forms.enumerated() {
      try scene.insert("\(number)a", form)
      try scene.insert("\(number)b", form + " noir")
      try scene.insert("\(number)c", "a " + form)
      try scene.insert("\(number)d", "x" + form + "x")
    }
    try scene.insert("z", "tea")
  }

  private func query(_ condition: TextCondition, _ form: String) -> Query<Verse> {
    scene.verses.query.where { condition.condition($0, form) }
  }

  @Test(arguments: TextCondition.allCases)
  func `two forms of one text are two live queries`(condition: TextCondition) throws {
    let nodes = VerseScene.forms.map { query(condition, $0).live }
    let counts = VerseScene.forms.map { form in
      let query = query(condition, form)
      return Computed { _ in (try? query.fetchCount()) ?? -1 }
    }
    let ids = nodes.map(\.wrappedValue.ids)
    for (index, form) in VerseScene.forms.enumerated() {
      #expect(try ids[index] == query(condition, form).fetch().ids)
      #expect(counts[index].wrappedValue == ids[index].count)
    }
    #expect(ids[0] != ids[1])
    #expect(scene.graph.liveQueries.count == 4)
  }

  @Test(arguments: TextCondition.allCases)
  func `each live query follows the rows of its own form`(condition: TextCondition) throws {
    let nodes = VerseScene.forms.map { query(condition, $0).live }
    let verse = try #require(scene.verses.get(by: .init("0a")))
    _ = nodes.map(\.wrappedValue)
    for way in VerseWrite.allCases {
      for form in [VerseScene.decomposed, VerseScene.composed] {
        try way.set(verse, to: form, in: scene)
        #expect(verse.line.bytes == form.bytes, "\(way)")
        for (node, form) in zip(nodes, VerseScene.forms) {
          #expect(try node.wrappedValue.ids == query(condition, form).fetch().ids, "\(way)")
        }
      }
    }
  }

  @Test func `a search in two forms is two live queries`() throws {
    try scene.database.execute(
      """
      CREATE VIRTUAL TABLE verses_search USING fts5(
        line, content = 'verses', content_rowid = 'rowid',
        tokenize = 'unicode61 remove_diacritics 0')
      """
    )
    try scene.database.execute("INSERT INTO verses_search (verses_search) VALUES ('rebuild')")
    let nodes = VerseScene.forms.map { scene.verses.query.search($0).live }
    let raw = VerseScene.forms.map { scene.verses.query.search(syntax: "\"\($0)\"").live }
    for (index, form) in VerseScene.forms.enumerated() {
      let fresh = try scene.verses.query.search(form).fetch().ids
      #expect(nodes[index].wrappedValue.ids == fresh)
      #expect(raw[index].wrappedValue.ids == fresh)
    }
    #expect(SearchText(syntax: VerseScene.composed) != SearchText(syntax: VerseScene.decomposed))
    // Both ways to write a search give the same syntax, and each form has its own.
    #expect(scene.graph.liveQueries.count == 2)
  }

  @Test(arguments: TextCondition.allCases)
  func `a write and a snapshot see each form by itself`(condition: TextCondition) throws {
    let verse = try #require(scene.verses.get(by: .init("0a")))
    let nodes = VerseScene.forms.map { query(condition, $0).live }
    let before = nodes.map(\.wrappedValue.ids)
    try? scene.database.write {
      verse.line = VerseScene.decomposed
      verse.answer = VerseScene.decomposed
      for (node, form) in zip(nodes, VerseScene.forms) {
        #expect(try node.wrappedValue.ids == query(condition, form).fetch().ids)
      }
      #expect(nodes.map(\.wrappedValue.ids) != before)
      throw TestFailure("undone")
    }
    #expect(nodes.map(\.wrappedValue.ids) == before)
    try scene.database.read {
      try withThread {
        verse.line = VerseScene.decomposed
        verse.answer = VerseScene.decomposed
      }
      #expect(nodes.map(\.wrappedValue.ids) == before)
    }
    #expect(nodes.map(\.wrappedValue.ids) != before)
  }

  @Test func `a store in memory finds the same rows as SQLite`() throws {
    let seed = TestSeed.current
    var random = SeededRandom(seed: seed)
    let pieces = [
      "a", "A", "\u{e9}", "e\u{301}", "\0", "\u{80}", "\u{fffd}", "\u{fffe}", "\u{ffff}", "%",
      "_", "\\", "\u{212a}", "k", "\u{10ffff}",
    ]
    func text(_ count: Int) -> String {
      (0..<Int.random(in: 0...count, using: &random)).map { _ in
        pieces.randomElement(using: &random) ?? ""
      }.joined()
    }
    let memory = EntityStore<Verse>()
    try scene.database.execute("DELETE FROM verses")
    try scene.database.write {
      for index in 0..<60 {
        let line = text(4)
        try scene.insert("\(index)", line)
        memory.add(Verse(id: .init("\(index)"), line: line, answer: line))
      }
    }
    for _ in 0..<150 {
      let (part, pattern) = (text(2), LikePattern(wildcardsIn: text(4)))
      let conditions: [(String, (QueryRow<Verse>) -> QueryCondition)] = [
        ("like", { $0.line.like(pattern) }), ("not like", { !$0.line.like(pattern) }),
        ("like a part", { $0.line.like("%\(part)_") }), ("prefix", { $0.line.hasPrefix(part) }),
        ("suffix", { $0.line.hasSuffix(part) }), ("infix", { $0.answer.contains(part) }),
      ]
      for (name, condition) in conditions {
        let expected = try scene.verses.query.where(condition).fetch().ids
        let note = "\(name) \(pattern) \(part.bytes), seed \(seed)"
        #expect(try memory.query.where(condition).fetch().ids == expected, "\(note)")
        #expect(scene.verses.query.where(condition).live.wrappedValue.ids == expected, "\(note)")
      }
    }
  }
}
