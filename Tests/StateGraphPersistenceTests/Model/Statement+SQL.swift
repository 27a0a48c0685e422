import StateGraphPersistence

extension Statement {
  /// The text of the statement. The numbers choose users, posts or books, as the statement needs.
  func sql(_ first: Int, _ second: Int, text: Int) -> SQL {
    let user = Kind.user.id(first % Kind.user.limit)
    let other = Kind.user.id(second % Kind.user.limit)
    let post = Kind.post.id(first % Kind.post.limit)
    let otherPost = Kind.post.id(second % Kind.post.limit)
    let text = Texts[text]
    switch self {
    case .renameEverybody: return "UPDATE users SET name = \(text), short_bio = name"
    case .moveAllPosts: return "UPDATE posts SET author_id = \(user) WHERE author_id = \(other)"
    case .replaceUser: return "INSERT OR REPLACE INTO users (id, name) VALUES (\(user), \(text))"
    case .replacePost:
      return
        "INSERT OR REPLACE INTO posts (id, title, author_id) VALUES (\(post), \(text), \(other))"
    case .deleteAllComments: return "DELETE FROM comments"
    case .renamePost: return "UPDATE posts SET id = \(otherPost) WHERE id = \(post)"
    case .renameUser: return "UPDATE users SET id = \(other) WHERE id = \(user)"
    case .takeOverPost: return "UPDATE OR REPLACE posts SET id = \(otherPost) WHERE id = \(post)"
    case .copyPosts:
      return """
        INSERT OR IGNORE INTO posts (id, title, author_id)
        SELECT 'p' || ((substr(id, 2) + 1) % 24), title, \(user) FROM posts WHERE id LIKE 'p%' LIMIT 6
        """
    case .failHalfWay:
      return "UPDATE users SET name = CASE id WHEN \(user) THEN NULL ELSE \(text) END"
    case .insertDangling:
      return "INSERT INTO posts (id, title, author_id) VALUES (\(post), \(text), 'nobody')"
    case .insertTwice:
      return "INSERT INTO users (id, name) VALUES (\(user), \(text)), (\(user), '')"
    case .deleteUserByName: return "DELETE FROM users WHERE name = \(text) AND id <> \(user)"
    case .moveComments:
      return """
        UPDATE comments SET post_id = \(post), author_id = \(other) WHERE post_id = \(otherPost)
        """
    case .touchNothing: return "UPDATE posts SET author_id = author_id, title = title"
    case .renameBook: return "UPDATE books SET published_year = coalesce(published_year, 0) + 1"
    case .deleteAuthors: return "DELETE FROM authors WHERE id = \(Kind.author.id(first % 4))"
    case .grow:
      return """
        INSERT OR IGNORE INTO comments (id, text, post_id, author_id)
        SELECT p.id || u.id, \(text), p.id, u.id FROM posts p, users u LIMIT 60
        """
    case .thin: return "DELETE FROM comments WHERE length(id) > 3"
    case .endTransaction:
      return "INSERT OR ROLLBACK INTO users (id, name) SELECT id, \(text) FROM users"
    case .createTable: return "CREATE TABLE IF NOT EXISTS extra (x TEXT)"
    case .dropTable: return "DROP TABLE IF EXISTS extra"
    }
  }
}
