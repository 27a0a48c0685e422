import StateGraphPersistence

/// Measures the write of one row to a table of 100 to a million rows with a few live queries, after
/// many relationships have been loaded at once and released. The time must not grow with the table.
enum TableSize {
  static let benchmark = "table size"

  static func run(_ run: LiveRun) throws {
    run.report.begin("one row written; N is the rows of its table")
    for rows in [100, 600, 2_000, 100_000, 1_000_000]
    where rows <= run.size(1_000_000, quick: 2_000) {
      let users = rows / SocialContent.postsPerUser
      let template = try run.files.make(SocialContent.statements(userCount: users))
      defer { run.files.remove(template) }
      let bare = try Database.benchmarked(run.files.copy(template))
      let effort = Effort(rounds: 400, warmUps: 40, countedRounds: 20)
      let live = try Database.benchmarked(run.files.copy(template))
      let observers = try TableSizeObservers(live)
      let watched = steps(rows, live) { effect, write in
        let (lists, titles) = (observers.list.count, observers.title.count)
        try write()
        verify(
          observers.list.count - lists == effect.lists
            && observers.title.count - titles == effect.titles,
          "\(observers.list.count - lists) calls for \(effect)"
        )
      }
      let bareSteps = steps(rows, bare) { try $1() }
      for outcome in try run.measure(watched, beside: bareSteps, effort) {
        run.report.add(benchmark, variant: "StateGraph", n: rows, outcome)
      }
      try observers.check(live)
    }
  }

  private static func steps(
    _ rows: Int,
    _ writer: any PostWriter,
    _ perform: @escaping (FanOutEffect, () throws -> Void) throws -> Void
  ) -> [Step] {
    var round = 0
    let writes: [(String, FanOutEffect, () throws -> Void)] = [
      (
        "retitle", FanOutEffect(titles: 1),
        {
          round += 1
          try writer.retitle(0, "title \(round)")
        }
      ),
      (
        "retitle unobserved", FanOutEffect(),
        { try writer.retitle(rows / 2 + round % 10, "title \(round)") }
      ),
      ("insert", FanOutEffect(lists: 1), { try writer.insert(rows + round, author: 0) }),
      ("delete", FanOutEffect(lists: 1), { try writer.delete(rows + round) }),
    ]
    return writes.map { name, effect, write in
      Step(name: name) { try perform(effect, write) }
    }
  }
}

/// Observes the posts of one user, the title of the first post, and a query for the first 20 posts.
private final class TableSizeObservers {
  let list = Latest<[Post]>()
  let title = Latest<String>()
  private let window = Latest<LiveCollection<Post>>()
  private let users: EntityStore<User>
  private let posts: EntityStore<Post>
  private var subscription: AnyCancellable?

  init(_ database: Database) throws {
    users = try EntityStore<User>(database)
    posts = try EntityStore<Post>(database)
    // One SELECT loads the relationships of many users, and then no reference retains them.
    try users.query.limit(1_000).fetch().prefetch(.many(\.$posts))
    guard let user = users.get(by: .init(0)), let post = posts.get(by: .init(0)) else { return }
    subscription = withGraphTracking {
      user.$posts.onChange(list.receive)
      post.$title.onChange(title.receive)
      posts.query.where { $0.author == user }.limit(20).onChange(window.receive)
    }
  }

  /// Compares the last values of the observers with the file.
  func check(_ database: Database) throws {
    let ids = try database.integers("SELECT id FROM posts WHERE author_id = 0 ORDER BY id")
    verify(list.value?.map(\.typedID.raw) == ids, "the posts of user 0")
    verify(window.value?.map(\.typedID.raw) == Array(ids.prefix(20)), "the first posts of user 0")
    let title = try database.rows("SELECT title FROM posts WHERE id = 0")[0][0]
    verify(self.title.value.map { .text($0) } == title, "the title of post 0 is \(title)")
  }
}
