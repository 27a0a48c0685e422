import TestSupport
import Testing

@testable import StateGraphPersistence

/// A condition, and the same condition in handwritten SQL.
struct ConditionCase: Sendable, CustomTestStringConvertible {
  let name: String
  let condition: @Sendable (QueryRow<Article>) -> QueryCondition
  let sql: String

  init(_ sql: String, _ condition: @escaping @Sendable (QueryRow<Article>) -> QueryCondition) {
    name = sql
    self.condition = condition
    self.sql = sql
  }

  var testDescription: String { name }

  static let comparisons: [ConditionCase] = [
    .init("title = 'Hello'") { $0.title == "Hello" },
    .init("title <> 'Hello'") { $0.title != "Hello" },
    .init("title = 'O''Brien'") { $0.title == "O'Brien" },
    .init("title = '''; DROP TABLE x; --'") { $0.title == "'; DROP TABLE x; --" },
    .init("title = char(99, 97, 102, 233)") { $0.title == "caf\u{e9}" },
    .init("title = char(99, 97, 102, 101, 769)") { $0.title == "cafe\u{301}" },
    .init("views < 10") { $0.views < 10 },
    .init("views <= 10") { $0.views <= 10 },
    .init("views > 40") { $0.views > 40 },
    .init("views >= 40") { $0.views >= 40 },
    .init("views BETWEEN 5 AND 9") { $0.views.between(5, 9) },
    .init("rating = 2") { $0.rating == 2 },
    .init("rating > 2.25") { $0.rating > 2.25 },
    .init("0") { $0.rating == Double.nan },
    .init("1") { $0.rating != Double.nan },
    .init("1") { !($0.rating == Double.nan) },
    .init("0") { $0.rating >= Double.nan },
    .init("1") { !($0.rating < Double.nan) },
    .init("is_draft = 1") { $0.isDraft },
    .init("is_draft = 0") { !$0.isDraft },
    .init("is_draft = 1") { $0.isDraft == true },
    .init("id = 'a17'") { $0.id == "a17" },
    .init("id <> 'a17'") { $0.typedID != "a17" },
    .init("id IN ('a1', 'a2', 'none')") { $0.id.in(["a1", "a2", "none"]) },
    .init("id < 'a17'") { $0.id < "a17" },
    .init("id <= 'a17'") { $0.id <= "a17" },
    .init("id > 'a17'") { $0.typedID > "a17" },
    .init("id >= 'a17'") { $0.id >= "a17" },
    .init("id > char(0)") { $0.id > "\0" },
    .init("0") { $0.id < "" },
    .init("id > 'a3' AND id < 'a5' OR id = 'a7'") {
      $0.id > "a3" && $0.id < "a5" || $0.id == "a7"
    },
    .init("views IN (1, 2, 3, 99)") { $0.views.in([1, 2, 3, 99]) },
    .init("0") { $0.views.in([]) },
    .init("subtitle > '' AND title <> 'Hello' OR views = 3") {
      $0.subtitle > "" && $0.title != "Hello" || $0.views == 3
    },
    .init("(views < 5 OR views > 45) AND NOT (is_draft = 1 AND views < 3)") {
      ($0.views < 5 || $0.views > 45) && !($0.isDraft && $0.views < 3)
    },
    .init("(views < 10) <> (is_draft = 1)") { ($0.views < 10) != $0.isDraft },
  ]

  static let texts: [ConditionCase] = [
    .init("title LIKE 'hello%'") { $0.title.like("Hello%") },
    .init("title LIKE 'a_b'") { $0.title.like("a_b") },
    .init("title = 'a_b'") { $0.title.like("\("a_b")") },
    .init("title LIKE 'a_b'") { $0.title.like(wildcardsIn: ["a", "b"].joined(separator: "_")) },
    .init("title LIKE '%HELLO%'") { $0.title.like(wildcardsIn: "%\("hello")%") },
    .init(#"title = 'back\slash'"#) { $0.title.like(wildcardsIn: #"back\slash"#) },
    .init("title LIKE '100%' AND title <> '100 percent'") { $0.title.like("100\("%")") },
    .init(#"title = 'back\slash'"#) { $0.title.like(#"back\slash"#) },
    .init("substr(title, 1, 5) = 'Hello'") { $0.title.hasPrefix("Hello") },
    .init("substr(title, 1, 4) = '100%'") { $0.title.hasPrefix("100%") },
    .init("1") { $0.title.hasPrefix("") },
    .init("unicode(title) = 1114111") { $0.title.hasPrefix("\u{10ffff}") },
    .init("title IN ('Hello World')") { $0.title.hasSuffix("World") },
    .init("title = char(99, 97, 102, 101, 769)") { $0.title.hasSuffix("\u{301}") },
    .init("1") { $0.title.hasSuffix("") },
    .init("title IN ('100%')") { $0.title.contains("%") },
    .init("title IN ('a_b')") { $0.title.contains("_") },
    .init("title IN ('Hello', 'hello', 'Hello World')") { $0.title.contains("ello") },
    .init("title = '[glob]*'") { $0.title.contains("]*") },
    .init("subtitle = '[glob]*'") { $0.subtitle.contains("]*") },
    .init("subtitle IS NOT NULL") { $0.subtitle.contains("") },
    .init("subtitle IS NULL OR subtitle <> 'a_b'") { !$0.subtitle.like("\("a_b")") },
  ]

  static let nulls: [ConditionCase] = [
    .init("subtitle IS NULL") { $0.subtitle == nil },
    .init("subtitle IS NOT NULL") { $0.subtitle != nil },
    .init("subtitle IS NULL") { $0.subtitle.isNull },
    .init("subtitle IS NOT 'Hello'") { $0.subtitle != "Hello" },
    .init("subtitle = 'Hello'") { $0.subtitle == "Hello" },
    .init("subtitle IS NOT 'Hello'") { !($0.subtitle == "Hello") },
    .init("subtitle = 'Hello'") { !($0.subtitle != "Hello") },
    .init("rating < 2") { $0.rating < 2 },
    .init("rating >= 2 OR rating IS NULL") { !($0.rating < 2) },
    .init("0") { $0.rating < nil },
    .init("rating IN (1, 2) OR rating IS NULL") { $0.rating.in([1, nil, 2]) },
    .init("rating NOT IN (1, 2) OR rating IS NULL") { !$0.rating.in([1, 2]) },
    .init("rating NOT IN (1, 2)") { !$0.rating.in([1, nil, 2]) },
    .init("rating IS NULL AND subtitle IS NULL") { !($0.rating != nil || $0.subtitle != nil) },
    .init("reader_id IS NULL") { $0.reader == nil },
    .init("reader_id IS NOT NULL") { $0.reader != nil },
  ]

  static let relationships: [ConditionCase] = [
    .init("writer_id = 'w3'") { $0.writer.id == "w3" },
    .init("writer_id > 'w3'") { $0.writer.id > "w3" },
    .init("reader_id <= 'p5'") { $0.reader.id <= "p5" },
    .init("reader_id IS NULL OR reader_id >= 'p5'") { !($0.reader.id < "p5") },
    .init("id IN (SELECT article_id FROM remarks WHERE id > 'r7')") {
      $0.remarks.exists { $0.id > "r7" }
    },
    .init("writer_id IN (SELECT id FROM writers WHERE name = 'Ada')") { $0.writer.name == "Ada" },
    .init("writer_id IN (SELECT id FROM writers WHERE age IS NULL)") { $0.writer.age == nil },
    .init("reader_id IN (SELECT id FROM people WHERE name = 'Ada')") { $0.reader.name == "Ada" },
    .init("reader_id IS NULL OR reader_id NOT IN (SELECT id FROM people WHERE name = 'Ada')") {
      $0.reader.name != "Ada"
    },
    .init("reader_id IN (SELECT id FROM people WHERE is_member)") { $0.reader.isMember },
    .init("reader_id IS NULL OR reader_id IN (SELECT id FROM people WHERE NOT is_member)") {
      !$0.reader.isMember
    },
    .init(
      """
      (SELECT name FROM people WHERE id = reader_id) IS (SELECT name FROM writers WHERE id = writer_id)
      """
    ) { $0.reader.name == $0.writer.name },
    .init("id IN (SELECT article_id FROM remarks)") { $0.remarks.exists },
    .init("id NOT IN (SELECT article_id FROM remarks)") { $0.remarks.isEmpty },
    .init("id IN (SELECT article_id FROM remarks WHERE text LIKE '%ell%')") {
      $0.remarks.exists { $0.text.like("%ell%") }
    },
    .init("id NOT IN (SELECT article_id FROM remarks WHERE text = 'Hello')") {
      !$0.remarks.exists { $0.text == "Hello" }
    },
    .init("(SELECT count(*) FROM remarks WHERE article_id = articles.id) >= 2") {
      $0.remarks.count >= 2
    },
    .init("(SELECT count(*) FROM remarks WHERE article_id = articles.id AND reply_id IS NULL) = 1")
    {
      $0.remarks.count { $0.reply == nil } == 1
    },
    .init("id IN (SELECT article_id FROM remarks)") { $0[inverse: \Remark.article].exists },
    .init(
      "EXISTS (SELECT 1 FROM remarks WHERE article_id = articles.id AND text = articles.title)"
    ) { article in article.remarks.exists { $0.text == article.title } },
    .init(
      """
      EXISTS (SELECT 1 FROM remarks r WHERE article_id = articles.id AND EXISTS
        (SELECT 1 FROM remarks s WHERE s.reply_id = r.id AND s.text <> r.text))
      """
    ) { $0.remarks.exists { remark in remark.replies.exists { $0.text != remark.text } } },
    .init(
      """
      writer_id IN (SELECT writer_id FROM articles WHERE views = 7)
      """
    ) { $0.writer.articles.exists { $0.views == 7 } },
  ]
}

@Suite struct QueryConditionTests {
  static let scene = Result { try QueryScene(articleCount: 1_000) }

  @Test(
    arguments: ConditionCase.comparisons + ConditionCase.texts + ConditionCase.nulls
      + ConditionCase.relationships
  )
  func `a condition finds the rows that SQL written by hand finds`(_ example: ConditionCase) throws
  {
    let scene = try Self.scene.get()
    let query = scene.articles.query.where(example.condition)
    let expected = try scene.ids(.raw("SELECT id FROM articles WHERE \(example.sql) ORDER BY id"))
    #expect(try query.fetch().ids == expected)
    #expect(try query.fetchCount() == expected.count)
    #expect(try query.exists() == !expected.isEmpty)
    let opposite = scene.articles.query.where { !example.condition($0) }
    #expect(try opposite.fetchCount() == 1_000 - expected.count)
  }

  @Test func `a reference is compared with an entity`() throws {
    let scene = try Self.scene.get()
    let (ada, bob) = (try #require(scene.writers.get(by: "w3")), scene.people.get(by: "p5"))
    let query = scene.articles.query
    #expect(
      try query.where { $0.writer == ada }.fetch().ids
        == scene.ids("SELECT id FROM articles WHERE writer_id = 'w3' ORDER BY id")
    )
    #expect(
      try query.where { $0.reader != bob }.fetchCount()
        == scene.ids("SELECT id FROM articles WHERE reader_id IS NOT 'p5'").count
    )
    #expect(
      try query.where { $0.writer.in([ada]) && $0.reader == bob }.fetch().ids
        == scene.ids(
          "SELECT id FROM articles WHERE writer_id = 'w3' AND reader_id = 'p5' ORDER BY id"
        )
    )
    #expect(try scene.writers.query.where { $0 == ada }.fetch().ids == ["w3"])
  }

  @Test(arguments: [0, 1, 3, 64, 65, 5_000, 100_000])
  func `a list of any length is searched for`(count: Int) throws {
    let scene = try Self.scene.get()
    let keys = (0..<count).map { Article.TypedID("a\($0)") }
    let found = try scene.articles.query.where { $0.id.in(keys) }.fetchCount()
    #expect(found == min(count, 1_000))
    let numbers = try scene.articles.query.where { $0.views.in(0..<count) }.fetchCount()
    #expect(
      try .integer(Int64(numbers))
        == scene.database.rows("SELECT count(*) FROM articles WHERE views < \(count)")[0][0]
    )
  }

  @Test(arguments: [1, 200])
  func `a list holds texts of every kind exactly`(copies: Int) throws {
    let scene = try Self.scene.get()
    for title in QueryScene.titles {
      let list = (0..<copies).map { "\u{1}\($0)\0" } + [title]
      let expected = try scene.ids("SELECT id FROM articles WHERE title = \(title) ORDER BY id")
      #expect(try scene.articles.query.where { $0.title.in(list) }.fetch().ids == expected)
    }
  }

  @Test func `statements of one shape have one text`() throws {
    let scene = try Self.scene.get()
    func text(_ title: String, _ numbers: [Int], _ limit: Int) throws -> String {
      try scene.articles.query.where { $0.title == title && $0.views.in(numbers) }.limit(limit).sql
    }
    #expect(try text("a", [1, 2, 3], 5) == text("'; --", [4, 5, 6, 7], 50))
    #expect(try text("a", Array(0..<70), 5) == text("b", Array(0..<9_000), 5))
    #expect(try !text("'; DROP", [], 5).contains("DROP"))
  }

  @Test func `a long chain of conditions is within SQLite's limit of depth`() throws {
    let scene = try Self.scene.get()
    let query = scene.articles.query.where { row in
      (0..<3_000).reduce(row.views == -1) { $0 || row.views == $1 }
    }
    #expect(try query.fetchCount() == 1_000)
  }

  @Test func `a property that is no column is a clear error, and no crash`() throws {
    let scene = try Self.scene.get()
    let query = scene.articles.query.where { $0.shout == "Hello!" }
    let error = #expect(throws: DatabaseError.self) { try query.fetch() }
    #expect(error?.code == .misuse)
    #expect(error?.message.contains("is not stored in articles") == true)
    #expect(query.live.wrappedValue.isEmpty)
  }

  @Test func `a row that is used outside of its exists is a clear error`() throws {
    let scene = try Self.scene.get()
    var kept: QueryRow<Remark>?
    _ = scene.articles.query.where {
      $0.remarks.exists {
        kept = $0; return $0.text == ""
      }
    }
    let outside = try #require(kept)
    let error = #expect(throws: DatabaseError.self) {
      try scene.articles.query.where { _ in outside.text == "" }.fetch()
    }
    #expect(error?.code == .misuse)
  }
}
