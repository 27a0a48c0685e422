import StateGraphCore
import TestSupport
import Testing

@testable import StateGraphPersistence
@testable import StateGraphSQLite

/// Nodes over a text that is written in another form of the same characters.
@Suite struct TextChangeTests {
  let scene: VerseScene
  let verse: Verse

  init() throws {
    scene = try VerseScene()
    try scene.insert("a", VerseScene.composed)
    try scene.insert("b", "")
    verse = try #require(scene.verses.get(by: .init("a")))
  }

  /// A node, and the bytes of the text in it.
  private struct Watch: Sendable {
    let name: String
    let bytes: @Sendable () -> [UInt8]
    let told = Recorder<[UInt8]>()

    init<Value>(
      _ name: String,
      _ node: Computed<Value>,
      _ text: @escaping @Sendable (Value) -> String?
    ) where Value: Sendable {
      self.name = name
      bytes = { text(node.wrappedValue)?.bytes ?? [] }
      node.onChange { [told] in told.record(text($0)?.bytes ?? []) }
    }
  }

  /// Makes the nodes. Call it inside `withGraphTracking`.
  private func watches() -> [Watch] {
    let (verse, verses) = (verse, scene.verses)
    return [
      Watch("text", Computed { _ in verse.line }) { $0 },
      Watch("optional", Computed { _ in Optional(verse.line) }) { $0 },
      Watch("array", Computed { _ in ["x", verse.line] }) { $0.last },
      Watch("dictionary", Computed { _ in ["x": [verse.line]] }) { $0["x"]?.first },
      Watch("set", Computed { _ in Set([verse.line]) }) { $0.first },
      Watch("mapped", verse.$line.map { _, line in line }) { $0 },
      Watch("of a node", Computed { [node = Computed { _ in verse.line }] _ in node.wrappedValue })
      {
        $0
      },
      Watch("greatest", Computed { _ in try? verses.query.max { $0.line } }) { $0 },
      Watch(
        "least",
        Computed { _ in try? verses.query.where { $0.line != "" }.min { $0.line } }
      ) { $0 },
      Watch(
        "group",
        Computed { _ in (try? verses.query.group { $0.line }.count().map(\.key)) ?? [] }
      ) { $0.last },
      Watch("query", Computed { _ in (try? verses.query.fetch().map(\.line)) ?? [] }) { $0.first },
      Watch("live", Computed { [live = verses.query.live] _ in live.wrappedValue.map(\.line) }) {
        $0.first
      },
    ]
  }

  private func withWatches(_ body: ([Watch]) throws -> Void) rethrows {
    var made: [Watch] = []
    let subscription = withGraphTracking { made = watches() }
    for watch in made { _ = watch.told.drain() }
    defer { subscription.cancel() }
    try body(made)
  }

  @Test(arguments: VerseWrite.allCases)
  func `another form is written, and every node is notified once`(way: VerseWrite) throws {
    try withWatches { watches in
      for form in [VerseScene.decomposed, VerseScene.composed, VerseScene.decomposed] {
        try way.set(verse, to: form, in: scene)
        #expect(
          try scene.database.rows("SELECT line FROM verses WHERE id = 'a'")[0][0] == form.value
        )
        for watch in watches {
          #expect(watch.bytes() == form.bytes, "\(watch.name)")
          #expect(watch.told.drain() == [form.bytes], "\(watch.name)")
        }
        // The same form again is no change.
        try way.set(verse, to: form, in: scene)
        for watch in watches { #expect(watch.told.drain() == [], "\(watch.name)") }
      }
    }
  }

  @Test func `a write sees the other form, and after its rollback no reader does`() {
    withWatches { watches in
      try? scene.database.write {
        verse.line = VerseScene.decomposed
        for watch in watches {
          #expect(watch.bytes() == VerseScene.decomposed.bytes, "\(watch.name)")
        }
        try? scene.database.write {
          verse.line = VerseScene.composed
          for watch in watches {
            #expect(watch.bytes() == VerseScene.composed.bytes, "\(watch.name)")
          }
          throw TestFailure("undone")
        }
        for watch in watches {
          #expect(watch.bytes() == VerseScene.decomposed.bytes, "\(watch.name)")
        }
        throw TestFailure("undone")
      }
      for watch in watches {
        #expect(watch.bytes() == VerseScene.composed.bytes, "\(watch.name)")
        #expect(watch.told.drain() == [], "\(watch.name)")
      }
    }
  }

  @Test func `a snapshot keeps the form that it began with`() throws {
    let verse = verse
    try withWatches { watches in
      try scene.database.read {
        try withThread { verse.line = VerseScene.decomposed }
        for watch in watches {
          #expect(watch.bytes() == VerseScene.composed.bytes, "\(watch.name)")
        }
      }
      for watch in watches {
        #expect(watch.bytes() == VerseScene.decomposed.bytes, "\(watch.name)")
      }
    }
  }

  @Test func `optional, converted and referring properties take the other form`() throws {
    let targets = VerseScene.forms.map { Verse(id: .init($0), line: "target") }
    scene.verses.add(targets)
    let verse = verse
    let answer = Computed { _ in verse.answer }
    let words = Computed { _ in verse.words }
    let key = Computed { _ in verse.source?.typedID.raw }
    let echoes = targets.map { target in Computed { _ in target.echoes.map(\.typedID.raw) } }
    for (index, form) in (VerseScene.forms + VerseScene.forms).enumerated() {
      verse.answer = form
      verse.words = ["x", form]
      verse.source = targets[index % 2]
      #expect(verse.answer?.bytes == form.bytes)
      #expect(answer.wrappedValue?.bytes == form.bytes)
      #expect(verse.words.last?.bytes == form.bytes)
      #expect(words.wrappedValue.last?.bytes == form.bytes)
      #expect(key.wrappedValue?.bytes == form.bytes)
      #expect(echoes[index % 2].wrappedValue == ["a"])
      #expect(echoes[1 - index % 2].wrappedValue == [])
    }
  }

  @Test func `an entity without a row takes the other form`() {
    let loose = Verse(id: "loose", line: VerseScene.composed)
    let line = Computed { _ in loose.line }
    let list = Computed { _ in [loose.answer] }
    _ = (line.wrappedValue, list.wrappedValue)
    loose.line = VerseScene.decomposed
    #expect(line.wrappedValue.bytes == VerseScene.decomposed.bytes)
    for form in VerseScene.forms {
      loose.answer = form
      #expect(list.wrappedValue.first??.bytes == form.bytes)
    }
  }

  @Test func `a live query that is ordered by a text moves a row with a new form`() throws {
    try scene.insert("c", "cafz")
    let query = scene.verses.query.order { $0.line.ascending }
    let moves = Recorder<Int>()
    let subscription = withGraphTracking {
      query.onDifference { _, difference in
        if let difference { moves.record(difference.moves.count) }
      }
    }
    defer { subscription.cancel() }
    let node = query.live
    #expect(node.wrappedValue.ids == ["b", "c", "a"])
    verse.line = VerseScene.decomposed
    #expect(node.wrappedValue.ids == ["b", "a", "c"])
    #expect(try query.fetch().ids == ["b", "a", "c"])
    #expect(moves.elements == [1])
  }
}
