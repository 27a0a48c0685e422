import GRDB

/// The same writes with GRDB, without an observation.
struct GRDBCaptureSide {
  private let writer: any DatabaseWriter

  init(_ path: String) throws { writer = try GRDBVariant(isPool: false).open(path) }

  private var firstNewPost: Int { CaptureOverhead.userCount * SocialContent.postsPerUser }

  func insert(_ count: Int, _ isCounting: Bool) throws -> Cost {
    let authors = CaptureOverhead.Interest.none.authors
    return try Cost(countingStatements: isCounting) {
      try writer.write { db in
        let insert = try db.makeStatement(
          sql: "INSERT INTO posts (id, title, author_id) VALUES (?, 'new', ?)"
        )
        for index in 0..<count {
          let author = authors.lowerBound + index % authors.count
          insert.setUncheckedArguments([firstNewPost + index, author])
          try insert.execute()
        }
      }
    }
  }

  func update(_ count: Int, _ isCounting: Bool) throws -> Cost {
    try Cost(countingStatements: isCounting) {
      try writer.write { db in
        let update = try db.makeStatement(sql: "UPDATE posts SET title = ? WHERE id = ?")
        for index in 0..<count {
          update.setUncheckedArguments(["another title", firstNewPost + index])
          try update.execute()
        }
      }
    }
  }
}
