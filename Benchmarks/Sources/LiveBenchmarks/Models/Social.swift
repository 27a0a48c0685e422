import StateGraphPersistence

@Entity
final class User {
  typealias TypedIdentifierRawValue = Int
  let typedID: TypedID
  @GraphStored var name: String
  @GraphComputed(inverse: \Post.author) var posts: [Post]
}

@Entity
final class Post {
  typealias TypedIdentifierRawValue = Int
  let typedID: TypedID
  @GraphStored var title: String
  @GraphStored var author: User
}

/// Users with ten posts each. User `u` has the posts `10 * u ..< 10 * u + 10`.
enum SocialContent {
  static let postsPerUser = 10

  /// Neither an entity nor a query reads the column `posts.views`.
  static func statements(userCount: Int) -> [SQL] {
    let postCount = userCount * postsPerUser
    return [
      "CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT",
      """
      CREATE TABLE posts (id INTEGER PRIMARY KEY, title TEXT NOT NULL,
        views INTEGER NOT NULL DEFAULT 0,
        author_id INTEGER NOT NULL REFERENCES users (id)) STRICT
      """,
      "CREATE TABLE settings (id INTEGER PRIMARY KEY, value INTEGER NOT NULL) STRICT",
      "INSERT INTO settings VALUES (1, 0)",
      """
      WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < \(userCount))
      INSERT INTO users SELECT i, 'user ' || i FROM n
      """,
      """
      WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < \(postCount))
      INSERT INTO posts (id, title, author_id) SELECT i, 'post ' || i, i / 10 FROM n
      """,
      "CREATE INDEX posts_author_id ON posts (author_id)",
    ]
  }
}
