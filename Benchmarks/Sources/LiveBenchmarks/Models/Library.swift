import StateGraphPersistence

@Entity
final class Article {
  typealias TypedIdentifierRawValue = Int
  let typedID: TypedID
  @GraphStored var title: String
  @GraphComputed(through: ArticleTag.self) var tags: [Tag]
}

@Entity
final class Tag {
  typealias TypedIdentifierRawValue = Int
  let typedID: TypedID
  @GraphStored var name: String
  @GraphComputed(through: ArticleTag.self) var articles: [Article]
}

@Entity(key: "article_id", "tag_id")
final class ArticleTag {
  typealias TypedIdentifierRawValue = CompositeKey<Int, Int>
  let typedID: TypedID
  @GraphStored var article: Article
  @GraphStored var tag: Tag
}

/// Ten tags for each article, and 100 articles for each tag.
enum ArticleContent {
  static func tagCount(articles: Int) -> Int { articles / 10 }

  /// Returns the tag of an article at a place from 0 to 9. The ten tags of an article differ.
  static func tag(_ place: Int, of article: Int, articles: Int) -> Int {
    (article * 7 + place * 1_009) % tagCount(articles: articles)
  }

  static func statements(articles: Int) -> [SQL] {
    let tags = tagCount(articles: articles)
    return [
      "CREATE TABLE articles (id INTEGER PRIMARY KEY, title TEXT NOT NULL) STRICT",
      "CREATE TABLE tags (id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT",
      """
      CREATE TABLE article_tags (
        article_id INTEGER NOT NULL REFERENCES articles (id) ON DELETE CASCADE,
        tag_id INTEGER NOT NULL REFERENCES tags (id) ON DELETE CASCADE,
        PRIMARY KEY (article_id, tag_id)) STRICT
      """,
      """
      WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < \(articles))
      INSERT INTO articles SELECT i, 'article ' || (i * 7919 % \(articles)) FROM n
      """,
      """
      WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < \(tags))
      INSERT INTO tags SELECT i, 'tag ' || i FROM n
      """,
      """
      WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < 10)
      INSERT INTO article_tags
        SELECT a.id, (a.id * 7 + n.i * 1009) % \(tags) FROM articles a, n ORDER BY 1, 2
      """,
      "CREATE INDEX article_tags_tag_id ON article_tags (tag_id)",
      "CREATE INDEX articles_title ON articles (title)",
    ]
  }
}
