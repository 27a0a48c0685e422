import Measurement
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

/// One row written while many "posts of user i" are live and observed.
enum RelationshipBenchmarks {
  static func run(directory: String) throws {
    print(Measurement.header("one row written", ratio: "to the bare write"))
    for count in [10, 100, 1_000, 10_000, 100_000] {
      try measure(liveCount: count, path: "\(directory)/relationships-\(count).sqlite")
    }
  }

  private static func fill(_ database: Database, userCount: Int) throws {
    try database.execute("CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT")
    try database.execute(
      """
      CREATE TABLE posts (id INTEGER PRIMARY KEY, title TEXT NOT NULL,
        author_id INTEGER NOT NULL REFERENCES users (id)) STRICT
      """
    )
    try database.execute("CREATE INDEX posts_author_id ON posts (author_id)")
    try database.write {
      try database.execute(
        """
        WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < \(userCount))
        INSERT INTO users SELECT i, 'user' FROM n
        """
      )
      try database.execute(
        """
        WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < \(userCount * 10))
        INSERT INTO posts SELECT i, 'post', i / 10 FROM n
        """
      )
    }
  }

  private static func measure(liveCount: Int, path: String) throws {
    let database = try Database(path: path)
    try fill(database, userCount: max(liveCount + 2, 10_000))
    let unwatched = liveCount + 1
    var number = 0
    func move(_ post: Int, between first: Int, and second: Int) throws {
      number += 1
      let author = number.isMultiple(of: 2) ? first : second
      try database.execute("UPDATE posts SET author_id = \(author) WHERE id = \(post)")
    }
    let bare = try Measurement("bare write, no store open", operations: 20, rounds: 101) {
      for _ in 0..<20 { try move(0, between: 0, and: unwatched) }
    }
    let users = try EntityStore<User>(database)
    nonisolated(unsafe) var callCount = 0
    // SAFETY: observers run on the writing thread, which is this one.
    let subscription = withGraphTracking {
      for index in 0..<liveCount {
        users.get(by: .init(index))?.$posts.onChange { _ in callCount += 1 }
      }
    }
    callCount = 0
    let miss = try Measurement("N = \(liveCount): nobody's row", operations: 20, rounds: 101) {
      for _ in 0..<20 { try move(unwatched * 10, between: unwatched, and: liveCount) }
    }
    precondition(callCount == 0)
    let hit = try Measurement(
      "N = \(liveCount): a row comes or goes, one observer",
      operations: 20,
      rounds: 101
    ) {
      for _ in 0..<20 { try move(1, between: 0, and: unwatched) }
    }
    precondition(callCount >= 20 * hit.samples.count)
    subscription.cancel()
    print(bare.row())
    print(miss.row(against: bare))
    print(hit.row(against: bare))
  }
}
