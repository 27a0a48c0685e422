import StateGraphPersistence

/// Measures the write of one row while "the posts of user i" are live and observed for N users.
enum RelationshipFanOut {
  static let benchmark = "relationships"

  static func run(_ run: LiveRun) throws {
    for count in [10, 100, 1_000, 10_000, 100_000] where count <= run.size(100_000, quick: 1_000) {
      run.report.begin("one row written, N relationships observed")
      let content = SocialContent.statements(userCount: FanOutScript.userCount(observed: count))
      let template = try run.files.make(content)
      let bare = try measure(run, count, template)
      try measurePeers(run, count, template, bare)
      run.files.remove(template)
    }
  }

  private static let effort = Effort(rounds: 400, warmUps: 40, countedRounds: 20)

  /// Returns the results for the same statements through `Database.execute`, in a database without
  /// stores.
  private static func measure(_ run: LiveRun, _ count: Int, _ template: String) throws -> [Outcome]
  {
    let paths = [try run.files.copy(template), try run.files.copy(template)]
    defer { paths.forEach(run.files.remove) }
    let bare = FanOutScript(observed: count, try Database.benchmarked(paths[0]))
    let database = try Database.benchmarked(paths[1])
    let observers = try FanOutObservers(database, count)
    let script = FanOutScript(observed: count, database)
    // Observers are called on the writing thread, before the write returns.
    let steps = script.steps { effect, write in
      let (lists, titles) = (observers.listCalls.value, observers.titleCalls.value)
      try write()
      verify(
        observers.listCalls.value - lists == effect.lists
          && observers.titleCalls.value - titles == effect.titles,
        "\(observers.listCalls.value - lists) list calls instead of \(effect.lists)"
      )
    }
    let outcomes = try run.measure(steps, beside: bare.steps { try $1() }, effort)
    for outcome in outcomes { run.report.add(benchmark, variant: "StateGraph", n: count, outcome) }
    try observers.check(against: database, script.touchedUsers)
    return outcomes.map(\.bare)
  }
}

/// Observes the posts of the first users, and the title of the first post of each. A list of
/// entities stays equal if a title in it changes, so the title needs its own observer.
private final class FanOutObservers {
  let listCalls = CallCount()
  let titleCalls = CallCount()
  private let lists: [Latest<[Post]>]
  private let titles: [Latest<String>]
  private let users: EntityStore<User>
  private var subscription: AnyCancellable?

  init(_ database: Database, _ count: Int) throws {
    users = try EntityStore<User>(database)
    lists = (0..<count).map { _ in Latest() }
    titles = (0..<count).map { _ in Latest() }
    subscription = withGraphTracking {
      for index in 0..<count { observe(index) }
    }
  }

  private func observe(_ index: Int) {
    guard let user = users.get(by: .init(index)) else { return }
    let (list, listCalls) = (lists[index], listCalls)
    user.$posts.onChange { posts in
      list.receive(posts)
      listCalls.increment()
    }
    let (title, titleCalls) = (titles[index], titleCalls)
    user.posts[0].$title.onChange { text in
      title.receive(text)
      titleCalls.increment()
    }
  }

  /// Compares the last values of the observers with the file.
  func check(against database: Database, _ touched: [Int]) throws {
    let others = (0..<20).map { $0 * lists.count / 20 }
    for user in Set(touched + others) {
      let ids = try database.integers("SELECT id FROM posts WHERE author_id = \(user) ORDER BY id")
      let told = lists[user].value?.map(\.typedID.raw)
      verify(told == ids, "the posts of user \(user): \(told ?? []) for \(ids)")
      let post = user * SocialContent.postsPerUser
      let title = try database.rows("SELECT title FROM posts WHERE id = \(post)")[0][0]
      verify(
        titles[user].value.map { .text($0) } == title,
        "the title of post \(post) is \(title)"
      )
    }
  }
}

extension Database: PostWriter {
  func retitle(_ post: Int, _ title: String) throws {
    try execute("UPDATE posts SET title = \(title) WHERE id = \(post)")
  }

  func insert(_ post: Int, author: Int) throws {
    try execute("INSERT INTO posts (id, title, author_id) VALUES (\(post), 'new', \(author))")
  }

  func delete(_ post: Int) throws { try execute("DELETE FROM posts WHERE id = \(post)") }

  func move(_ post: Int, to author: Int) throws {
    try execute("UPDATE posts SET author_id = \(author) WHERE id = \(post)")
  }

  func view(_ post: Int, _ count: Int) throws {
    try execute("UPDATE posts SET views = \(count) WHERE id = \(post)")
  }

  func set(_ value: Int) throws {
    try execute("UPDATE settings SET value = \(value) WHERE id = 1")
  }
}
