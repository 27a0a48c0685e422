import Foundation
import StateGraphPersistence
import TestSupport
import Testing

// The code of the articles about live SQL, batches and timestamps, as it stands there.

func watchTitles(
  _ database: Database,
  _ posts: EntityStore<Post>,
  after first: String,
  longerThan limit: Int,
  _ show: @escaping @Sendable ([String]) -> Void
) throws -> AnyCancellable {
  let tags = try database.live(sql: "SELECT name, count(*) AS n FROM tags GROUP BY name")
  let summaries = try database.live(
    AuthorSummary.self,
    sql: "SELECT author_id AS author, count(*) AS postCount FROM posts GROUP BY author_id"
  )
  let titles = try database.liveValues(String.self, sql: "SELECT title FROM posts ORDER BY title")
  let count = try database.liveValue(
    Int.self,
    sql: "SELECT count(*) FROM posts WHERE title > \(first)"
  )
  let long = try posts.query(sql: "SELECT id FROM posts WHERE length(title) > \(limit)").live
  let total = summaries.wrappedValue.reduce(0) { $0 + $1.postCount }
  #expect(tags.wrappedValue.isEmpty && total == 2)
  #expect(count.wrappedValue == 1 && long.wrappedValue.count == 1)
  return withGraphTracking { titles.onChange { show($0) } }
}

func writeInBatches(
  _ posts: EntityStore<Post>,
  from source: AsyncStream<Post>
) async throws -> (Int, Int) {
  var written = 0
  let count = try await posts.upsert(contentsOf: source, batchSize: 500) { written = $0 }
  return (count, written)
}

@Entity(id: String.self)
final class Account {
  @GraphStored @Column(.unique) var email: String
}

func register(_ accounts: EntityStore<Account>) throws -> Account {
  let ada = try accounts.upsert(Account(id: "u7", email: "ada@example.org"), onConflict: \.email)
  return ada
}

@Entity(id: Int.self, keys: .database)
final class Memo {
  @GraphStored var text: String
  @GraphStored @Column(.timestamp(.insertion)) var createdAt: Date?
  @GraphStored @Column(.timestamp(.update)) var updatedAt: Date?
}

@Suite struct LiveSQLExampleTests {
  @Test func `live SQL follows a write in batches`() async throws {
    let database = try Database.inMemory(migrations: .directory(PackageRoot.migrations))
    let (users, posts) = (try EntityStore<User>(database), try EntityStore<Post>(database))
    let ada = User(id: "ada", name: "Ada")
    try users.insert(ada)
    try posts.insert(contentsOf: [
      Post(id: "p1", title: "A", author: ada), Post(id: "p2", title: "Long", author: ada),
    ])
    let shown = Recorder<[String]>()
    let subscription = try watchTitles(database, posts, after: "B", longerThan: 3) {
      shown.record($0)
    }
    let (source, continuation) = AsyncStream<Post>.makeStream()
    continuation.yield(Post(id: "p2", title: "Zoo", author: ada))
    continuation.finish()
    let (count, written) = try await writeInBatches(posts, from: source)
    #expect(count == 1 && written == 1)
    #expect(shown.elements.last == ["A", "Zoo"])
    subscription.cancel()
  }

  @Test func `an upsert keeps the account's row, and an insertion sets the memo's times`() throws {
    var configuration = Database.Configuration()
    let time = Date(timeIntervalSince1970: 1_000)
    configuration.transactionClock = { time }
    let database = try Database(path: ":memory:", configuration: configuration)
    try database.createTables(for: Account.self, Memo.self)
    let accounts = try EntityStore<Account>(database)
    let first = try register(accounts)
    #expect(try register(accounts) === first)
    let memo = Memo(text: "new")
    try EntityStore<Memo>(database).insert(memo)
    #expect(memo.createdAt == time && memo.updatedAt == time)
  }
}
