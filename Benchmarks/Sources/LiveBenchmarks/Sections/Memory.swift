import Measurement
import StateGraphPersistence

/// Measures the heap of a live relationship of ten rows, as the mean of 100,000. The section
/// `bytes` of `CoreBenchmarks` measures nodes.
enum Memory {
  static func run(_ run: LiveRun) throws {
    let count = run.size(100_000, quick: 2_000)
    print("\n| bytes on the heap for one, over \(count) | bytes |")
    print("|---|---|")
    let template = try run.files.make(SocialContent.statements(userCount: count))
    let database = try Database.benchmarked(run.files.copy(template))
    let userStore = try EntityStore<User>(database)
    let postStore = try EntityStore<Post>(database)
    let users = userStore.getAll()
    let posts = postStore.getAll()
    verify(users.count == count && posts.count == 10 * count, "\(posts.count) posts")
    var before = Allocations.heapBytes
    func weigh(_ name: String) {
      let bytes = Allocations.heapBytes - before
      print("| \(name) | \(bytes / count) |")
      before = Allocations.heapBytes
    }
    for user in users { verify(user.posts.count == 10, "posts of a user") }
    weigh("relationship of ten entities, read once")
    let calls = CallCount()
    let subscription = withGraphTracking {
      for user in users { user.$posts.onChange { _ in calls.increment() } }
    }
    weigh("observer of the relationship")
    // No SELECT may run after the write. This shows that every relationship follows the table, so
    // the measured bytes are those of live relationships.
    let selects = try StatementCount.during {
      try database.write {
        for user in stride(from: 0, to: count, by: count / 100) {
          try database.delete(user * SocialContent.postsPerUser)
        }
      }
      for user in users { consume(user.posts) }
    }.selects
    verify(calls.value == count + 100, "\(calls.value - count) observer calls instead of 100")
    verify(selects == 0, "\(selects) SELECTs")
    subscription.cancel()
    try weighPeer(run, template)
  }
}
