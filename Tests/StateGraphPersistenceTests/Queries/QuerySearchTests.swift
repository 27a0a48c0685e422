import TestSupport
import Testing

@testable import StateGraphPersistence

@Suite struct QuerySearchTests {
  let scene: QueryScene

  init() throws {
    scene = try QueryScene(articleCount: 0)
    for statement in [
      """
      CREATE VIRTUAL TABLE "articles_search" USING fts5(
        title, subtitle, content = 'articles', content_rowid = 'rowid')
      """,
      """
      CREATE TRIGGER articles_search_insert AFTER INSERT ON articles BEGIN
        INSERT INTO articles_search (rowid, title, subtitle)
        VALUES (new.rowid, new.title, new.subtitle);
      END
      """,
      """
      CREATE TRIGGER articles_search_delete AFTER DELETE ON articles BEGIN
        INSERT INTO articles_search (articles_search, rowid, title, subtitle)
        VALUES ('delete', old.rowid, old.title, old.subtitle);
      END
      """,
      """
      CREATE TRIGGER articles_search_update AFTER UPDATE ON articles BEGIN
        INSERT INTO articles_search (articles_search, rowid, title, subtitle)
        VALUES ('delete', old.rowid, old.title, old.subtitle);
        INSERT INTO articles_search (rowid, title, subtitle)
        VALUES (new.rowid, new.title, new.subtitle);
      END
      """,
    ] as [SQL] {
      try scene.database.execute(statement)
    }
    for (id, title, subtitle) in [
      ("a", "hello world", "an introduction"), ("b", "hello there, wide open world", "more"),
      ("c", "the world without greetings", "say \"hello\" AND leave"), ("d", "C++ or NOT", "x*y"),
      ("e", "caf\u{e9} noir", "helloing"), ("f", "hello hello hello world world", "hello world"),
    ] {
      try scene.database.execute(
        """
        INSERT INTO articles (id, title, subtitle, views, is_draft, writer_id)
        VALUES (\(id), \(title), \(subtitle), \(id.utf8.count), \(id < "c" ? 1 : 0), 'w1')
        """
      )
    }
  }

  private func found(_ text: String) throws -> [String] {
    try scene.articles.query.search(text).order { $0.id.ascending }.fetch().ids
  }

  @Test(arguments: [
    ("hello world", ["a", "b", "c", "f"]),
    ("HELLO", ["a", "b", "c", "f"]),
    ("cafe", ["e"]),
    ("hello AND leave", ["c"]),
    ("\"hello\"", ["a", "b", "c", "f"]),
    ("wide open", ["b"]),
    ("open wide", ["b"]),
    ("nothing", []),
    ("", []), ("   \n", []), ("hello\0world", ["a", "b", "c", "f"]),
    ("hello \"", ["a", "b", "c", "f"]), ("\"\u{301} hello", ["a", "b", "c", "f"]),
    ("!!! hello", ["a", "b", "c", "f"]),
    ("title:hello", []), ("c++", ["d"]), ("x*", ["d"]), ("NOT", ["d"]), ("(", []),
    ("') OR 1; --", []),
  ])
  func `the search text of a user is read as words, not as syntax`(text: String, expected: [String])
    throws
  {
    #expect(try found(text) == expected)
  }

  @Test func `the best match comes first, as SQLite ranks them`() throws {
    #expect(
      try scene.articles.query.search("hello world").fetch().ids
        == scene.ids(
          """
          SELECT id FROM articles_search JOIN articles ON articles.rowid = articles_search.rowid
          WHERE articles_search MATCH 'hello world' ORDER BY rank, id
          """
        )
    )
  }

  @Test func `a search is narrowed, ordered, limited, counted and grouped like any other query`()
    throws
  {
    let search = scene.articles.query.search("world")
    #expect(try search.where { $0.isDraft }.order { $0.id.descending }.fetch().ids == ["b", "a"])
    #expect(try search.fetchCount() == 4)
    #expect(try search.exists())
    #expect(try search.limit(2).fetch().count == 2)
    #expect(try search.group { $0.isDraft }.count().map(\.value) == [2, 2])
    #expect(try search.search("hello").search("wide").fetch().ids == ["b"])
    #expect(try search.search("-").search("wide", matchesPrefix: true).fetch().ids == ["b"])
    let page = try search.order { $0.title.ascending }.page(size: 3)
    #expect(page.entities.ids == ["f", "b", "a"])
    #expect(throws: DatabaseError.self) { try search.page(size: 3) }
  }

  @Test func `the last word may be the beginning of one`() throws {
    #expect(try scene.articles.query.search("hello wor").fetch().isEmpty)
    #expect(try scene.articles.query.search("hello wor", matchesPrefix: true).fetchCount() == 4)
    #expect(try scene.articles.query.search("hell", matchesPrefix: true).fetchCount() == 5)
  }

  @Test(arguments: [false, true])
  func `no text that a user types makes a search fail`(matchesPrefix: Bool) throws {
    let texts = [
      "POL-358", "C++", "C#", "don't", "=", "sum=", "/", "AND", "OR NEAR(", "20.04", "\"quo", "*",
      "-", "- - -", "text:don", "{text}:a", "^ticket", "a AND", "\u{301}", "\u{200D}", "😀",
      String(repeating: "- ", count: 2_000), String(repeating: "w ", count: 2_000),
    ]
    for text in texts {
      let search = scene.articles.query.search(text, matchesPrefix: matchesPrefix)
      _ = try search.fetch()
      _ = try search.search("hello").fetchCount()
    }
    var query = scene.articles.query
    for _ in 0..<200 { query = query.search("hello") }
    #expect(try query.fetchCount() == 4)
  }

  @Test func `search syntax works on request, and its mistakes are typed errors`() throws {
    let query = scene.articles.query.order { $0.id.ascending }
    #expect(try query.search(syntax: "title : hello NOT wide").fetch().ids == ["a", "f"])
    let error = #expect(throws: DatabaseError.self) {
      try query.search(syntax: "hello AND").fetch()
    }
    #expect(error?.code == .invalidSQL)
  }

  @Test func `a live search is fresh when any row changes`() throws {
    let node = scene.articles.query.search("greetings").live
    #expect(node.wrappedValue.ids == ["c"])
    try scene.database.execute("UPDATE articles SET subtitle = 'greetings' WHERE id = 'a'")
    #expect(Set(node.wrappedValue.ids) == ["a", "c"])
    try scene.database.execute("DELETE FROM articles WHERE id = 'c'")
    #expect(node.wrappedValue.ids == ["a"])
  }

  @Test func `a table without an index, or a store in memory, says so`() throws {
    let error = #expect(throws: DatabaseError.self) { try scene.writers.query.search("x").fetch() }
    #expect(error?.code == .schemaMismatch)
    let memory = EntityStore<Article>()
    #expect(throws: DatabaseError.self) { try memory.query.search("x").fetch() }
    #expect(memory.query.search("x").live.wrappedValue.isEmpty)
  }
}
