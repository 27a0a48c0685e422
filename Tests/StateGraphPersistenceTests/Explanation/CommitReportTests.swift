import SampleDomains
import TestSupport
import Testing

@testable import StateGraphPersistence

/// The contents of `lastCommit` and of a report.
@Suite struct CommitReportTests {
  private func scene(explains: Bool) throws -> (SocialDatabase, ada: User) {
    let social = try SocialDatabase(explainsCommits: explains)
    let ada = User(id: "ada", name: "Ada")
    social.users.add(ada)
    return (social, ada)
  }

  @Test func `there is no report before the first commit`() throws {
    let database = try Database(path: ":memory:")
    #expect(database.lastCommit == nil)
    try database.execute("CREATE TABLE bins (id INTEGER PRIMARY KEY, label TEXT NOT NULL) STRICT")
    #expect(database.lastCommit == nil)
    _ = try EntityStore<Bin>(database)
    #expect(database.lastCommit == nil)
    try database.execute("INSERT INTO bins VALUES (1, 'x')")
    #expect(database.lastCommit?.tables.map(\.description) == ["bins: 1 inserted"])
  }

  @Test func `a report has the rows of every commit, but by default no observers`() throws {
    let (social, ada) = try scene(explains: false)
    let subscription = withGraphTracking { ada.$name.onChange { _ in } }
    ada.name = "x"
    let report = try #require(social.database.lastCommit)
    #expect(!report.isRecorded)
    #expect(!report.wakes(only: ada.$name))
    #expect(!report.wakes())
    #expect(report.touchedNodeCount == 1)
    #expect(
      report.description == """
        commit \(report.number) marked 1 node, 0 of them queries and relationships
          users: 1 updated (name)
          what was woken is recorded with Database.Configuration.explainsCommits
        """
    )
    subscription.cancel()
  }

  @Test(arguments: [1, 16, 17, 400])
  func `the rows of small and large commits are counted`(count: Int) throws {
    let (social, ada) = try scene(explains: false)
    social.posts.add((0..<count).map { Post(id: .init("p\($0)"), title: "x", author: ada) })
    #expect(social.database.lastCommit?.tables.map(\.insertedRowCount) == [count])
    try social.database.execute("UPDATE posts SET title = \(String(repeating: "y", count: 2_000))")
    try social.database.execute("UPDATE posts SET title = 'x', content = 'z' WHERE id <> 'p0'")
    let updated = count == 1 ? [] : ["posts: \(count - 1) updated (title, content)"]
    #expect(social.database.lastCommit?.tables.map(\.description) == updated)
  }

  @Test func `with explainsCommits, the last report names the called observers`() throws {
    let (social, ada) = try scene(explains: true)
    let line = #line + 1
    let subscription = withGraphTracking { ada.$posts.onChange { _ in } }
    try social.database.write {
      social.posts.add(Post(id: "p1", title: "x", author: ada))
      ada.name = "y"
    }
    let report = try #require(social.database.lastCommit)
    #expect(report.wakes(only: ada.$posts))
    #expect(
      report.description == """
        commit \(report.number) marked 2 nodes, 1 of them queries and relationships
          posts: 1 inserted
          users: 1 updated (name)
          marked User.posts
          marked which rows posts has
          called \(#fileID):\(line), observing User.posts, once
        """
    )
    // The report covers only the last commit.
    ada.name = "z"
    #expect(social.database.lastCommit?.observers == [])
    subscription.cancel()
  }

  @Test func `a report lists only reads that were made`() throws {
    let (social, ada) = try scene(explains: true)
    let database = social.database
    let count = Computed { _ in try? social.posts.query.where { $0.author == ada }.fetchCount() }
    #expect(count.wrappedValue == 0)
    #expect(ada.posts.isEmpty)
    social.posts.add(Post(id: "p1", title: "x", author: ada))
    #expect(database.lastCommit?.reads == [])
    let marks = try #require(database.lastCommit?.marks.map(\.name))
    #expect(marks.count == 3)
    #expect(marks.first?.hasPrefix("SELECT count(*) FROM \"posts\"") == true)
    #expect(ada.posts.count == 1)
    #expect(database.lastCommit?.reads == [])
    #expect(count.wrappedValue == 1)
    #expect(ada.comments.isEmpty)
    let reads = try #require(database.lastCommit?.reads)
    #expect(reads.map(\.reason) == [.first])
    #expect(reads.map(\.count) == [1])
    #expect(reads.map(\.name) == ["User.comments"])
    #expect(
      database.lastCommit?.description.contains("read User.comments, once: nothing was kept")
        == true
    )
    #expect(database.lastCommit?.wakes(reads: 1) == true)
    // The report covers only the last commit.
    ada.name = "y"
    #expect(database.lastCommit?.readCount == 0)
  }

  @Test func `a window that is read again says why`() throws {
    let scene = try QueryScene()
    let node = scene.articles.query.order { $0.id.ascending }.limit(10).live
    let subscription = withGraphTracking { node.onChange { _ in } }
    let report = try scene.database.explain {
      for _ in 0..<30 {
        let first = node.wrappedValue.ids[0]
        try scene.database.execute("DELETE FROM articles WHERE id = \(first)")
      }
    }
    #expect(report.reads.map(\.reason) == [.refill])
    #expect(report.wakes(only: node, reads: report.readCount))
    subscription.cancel()
  }

  @Test func `a change of a joined table reads the related rows again, or the whole query`() throws
  {
    let scene = try QueryScene()
    let node = scene.remarks.query.where { $0.article.title == "Hello" }.live
    let subscription = withGraphTracking { node.onChange { _ in } }
    let report = try scene.database.explain {
      try scene.database.execute("UPDATE articles SET title = title || '!' WHERE title = 'Hello'")
    }
    #expect(report.reads.map(\.reason) == [.related])
    #expect(report.wakes(only: node, reads: 1))
    subscription.cancel()
    let ordered = scene.articles.query.order { $0.writer.name.ascending }.limit(5).live
    let all = withGraphTracking { ordered.onChange { _ in } }
    let names = try scene.database.explain {
      try scene.database.execute("UPDATE writers SET name = id")
    }
    #expect(names.reads.map(\.reason) == [.unfollowed])
    all.cancel()
  }

  @Test func `a change of the schema, and more rows than are kept`() throws {
    let (social, ada) = try scene(explains: false)
    let database = social.database
    #expect(ada.posts.isEmpty)
    let schema = try database.explain { try database.execute("CREATE TABLE x (id INTEGER)") }
    #expect(schema.isSchemaChanged)
    #expect(schema.tables == [])
    #expect(schema.description.contains("the schema changed"))
    let bulk = try database.explain {
      try database.execute(
        """
        WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 70000)
        INSERT INTO posts (id, title, author_id) SELECT 'b' || i, 'x', 'ada' FROM n
        """
      )
    }
    #expect(bulk.tables.map(\.isReset) == [true])
    #expect(bulk.description.contains("posts: too much to tell, read again"))
    #expect(bulk.marks.map(\.name) == ["User.posts", "which rows posts has"])
  }

  @Test func `settings and cells have names`() throws {
    let scene = try CellScene()
    let theme = scene.setting("theme", "light")
    let name = scene.user("ada", "name", "")
    let subscription = withGraphTracking {
      theme.onChange { _ in }
      name.onChange { _ in }
    }
    let report = scene.database.explain {
      theme.wrappedValue = "dark"
      name.wrappedValue = "Ada King"
    }
    #expect(report.marks.map(\.name) == ["setting theme", "users.name"])
    #expect(report.observers.map(\.node) == ["setting theme", "users.name"])
    #expect(report.wakes(only: theme, name))
    subscription.cancel()
  }

  @Test func `the library's nodes are described by their property, relationship or query`() throws {
    let (social, ada) = try scene(explains: false)
    #expect(ada.$name.description == "User.name")
    #expect(ada.$posts.description == "relationship")
    let query = social.posts.query.limit(3).live
    #expect(ada.posts.isEmpty && query.wrappedValue.isEmpty)
    #expect(ada.$posts.description == "User.posts")
    #expect(query.description.hasPrefix("SELECT * FROM \"posts\""))
  }

  @Test func `a report keeps a limited number of entries of each kind, and counts the rest`() throws
  {
    let scene = try CellScene()
    let limit = CommitRecording.limit
    let nodes = (0..<limit + 100).map { scene.setting("s\($0)", 0) }
    let subscription = withGraphTracking { for node in nodes { node.onChange { _ in } } }
    let report = try scene.database.explain {
      try scene.database.write { for node in nodes { node.wrappedValue = 1 } }
    }
    #expect(report.marks.count == limit)
    #expect(report.observers.count == limit)
    #expect(report.omittedCount >= 200)
    #expect(!report.wakes(only: nodes[0]))
    #expect(report.description.hasSuffix("and \(report.omittedCount) more"))
    subscription.cancel()
  }

  @Test func `a report keeps no entity alive`() throws {
    let (social, ada) = try scene(explains: true)
    weak var post: Post?
    autoreleased {
      let made = Post(id: "p1", title: "x", author: ada)
      social.posts.add(made)
      let subscription = withGraphTracking { made.$title.onChange { _ in } }
      made.title = "y"
      subscription.cancel()
      post = made
      for number in 0..<2_000 { _ = social.users.get(by: .init("nobody\(number)")) }
    }
    social.database.observer?.databaseDidClose()
    #expect(social.database.lastCommit?.marks.map(\.name) == ["Post.title"])
    #expect(post == nil)
  }

  private func autoreleased(_ body: () -> Void) { body() }
}
