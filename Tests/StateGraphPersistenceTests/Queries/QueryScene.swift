import StateGraphPersistence
import TestSupport

@Entity
final class Writer {
  typealias TypedIdentifierRawValue = String
  let typedID: TypedID
  @GraphStored var name: String
  @GraphStored var age: Int?
  @GraphComputed(inverse: \Article.writer) var articles: [Article]
}

@Entity
final class Article {
  typealias TypedIdentifierRawValue = String
  let typedID: TypedID
  @GraphStored var title: String
  @GraphStored var subtitle: String?
  @GraphStored var views: Int
  @GraphStored var rating: Double?
  @GraphStored var isDraft: Bool
  @GraphStored var writer: Writer
  @GraphStored var reader: Person?
  @GraphComputed(inverse: \Remark.article) var remarks: [Remark]

  var shout: String { title + "!" }
}

@Entity(table: "people")
final class Person {
  typealias TypedIdentifierRawValue = String
  let typedID: TypedID
  @GraphStored var name: String
  @GraphStored var nickname: String?
  @GraphStored var isMember: Bool
}

@Entity
final class Remark {
  typealias TypedIdentifierRawValue = String
  let typedID: TypedID
  @GraphStored var text: String
  @GraphStored var article: Article
  @GraphStored var reply: Remark?
  @GraphComputed(inverse: \Remark.reply) var replies: [Remark]
}

/// Articles with everything that makes a query hard: NULLs in columns and references,
/// Unicode twins, quotes, wildcards, equal values.
struct QueryScene {
  static let articleCount = 300
  static let titles = [
    "Hello", "hello", "Hello World", "100%", "100 percent", "a_b", "aXb", "O'Brien", "say \"hi\"",
    "caf\u{e9}", "cafe\u{301}", "", "\u{10ffff}end", "back\\slash", "[glob]*",
    "'; DROP TABLE x; --",
  ]

  let directory: TemporaryDirectory
  let database: Database
  let writers: EntityStore<Writer>
  let people: EntityStore<Person>
  let articles: EntityStore<Article>
  let remarks: EntityStore<Remark>

  init(
    seed: UInt64 = 7,
    articleCount: Int = QueryScene.articleCount,
    configuration: Database.Configuration = .init()
  ) throws {
    directory = try TemporaryDirectory()
    database = try Database(path: directory.file("scene.sqlite"), configuration: configuration)
    try QueryScene.createTables(in: database)
    try QueryScene.fill(database, articleCount, seed)
    writers = try EntityStore<Writer>(database)
    people = try EntityStore<Person>(database)
    articles = try EntityStore<Article>(database)
    remarks = try EntityStore<Remark>(database)
  }

  private static func createTables(in database: Database) throws {
    for statement in [
      "CREATE TABLE writers (id TEXT PRIMARY KEY NOT NULL, name TEXT NOT NULL, age INTEGER) STRICT",
      """
      CREATE TABLE people (id TEXT PRIMARY KEY NOT NULL, name TEXT NOT NULL, nickname TEXT,
        is_member INTEGER NOT NULL) STRICT
      """,
      """
      CREATE TABLE articles (id TEXT PRIMARY KEY NOT NULL, title TEXT NOT NULL, subtitle TEXT,
        views INTEGER NOT NULL, rating REAL, is_draft INTEGER NOT NULL,
        writer_id TEXT NOT NULL REFERENCES writers (id) ON DELETE CASCADE,
        reader_id TEXT REFERENCES people (id) ON DELETE SET NULL) STRICT
      """,
      "CREATE INDEX articles_writer_id ON articles (writer_id)",
      "CREATE INDEX articles_views_id ON articles (views, id)",
      """
      CREATE TABLE remarks (id TEXT PRIMARY KEY NOT NULL, text TEXT NOT NULL,
        article_id TEXT NOT NULL REFERENCES articles (id) ON DELETE CASCADE,
        reply_id TEXT REFERENCES remarks (id) ON DELETE SET NULL) STRICT
      """,
      "CREATE INDEX remarks_article_id ON remarks (article_id)",
    ] as [SQL] {
      try database.execute(statement)
    }
  }

  private static func fill(_ database: Database, _ articleCount: Int, _ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    func sometimes<Value: Bindable>(_ value: Value) -> SQLiteValue {
      Bool.random(using: &random) ? value.value : .null
    }
    func number(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }
    func title() -> String { titles[number(titles.count)] }
    try database.write {
      for index in 0..<20 {
        let name = index == 3 ? "Ada" : "Writer \(index % 7)"
        let age: SQLiteValue = index % 4 == 0 ? .null : .integer(Int64(20 + index))
        try database.execute("INSERT INTO writers VALUES (\("w\(index)"), \(name), \(age))")
        let nickname: SQLiteValue = index % 3 == 0 ? .null : .text("nick\(index % 5)")
        try database.execute(
          "INSERT INTO people VALUES (\("p\(index)"), \(name), \(nickname), \(index % 2))"
        )
      }
      for index in 0..<articleCount {
        try database.execute(
          """
          INSERT INTO articles VALUES (\("a\(index)"), \(title()), \(sometimes(title())),
            \(number(50)), \(sometimes(Double(number(10)) / 2)), \(index % 3 == 0 ? 1 : 0),
            \("w\(number(20))"), \(sometimes("p\(number(20))")))
          """
        )
      }
      for index in 0..<(articleCount / 2) {
        let reply: SQLiteValue = index % 2 == 0 ? .null : .text("r\(index - 1)")
        try database.execute(
          """
          INSERT INTO remarks
          VALUES (\("r\(index)"), \(title()), \("a\(number(articleCount))"), \(reply))
          """
        )
      }
    }
  }

  /// The first column of a statement that was written by hand.
  func ids(_ sql: SQL) throws -> [String] {
    try database.rows(sql).map { row in
      guard case .text(let id) = row[0] else { return "" }
      return id
    }
  }

  var selectCount: Int { database.statementCounter.readCount }
  var lastCommit: CommitReport? { database.lastCommit }
}

extension Sequence where Element: Entity, Element.TypedIdentifierRawValue == String {
  var ids: [String] { map(\.typedID.raw) }
}
