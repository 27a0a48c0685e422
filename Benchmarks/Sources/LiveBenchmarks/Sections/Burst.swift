import Measurement
import StateGraphPersistence

/// Measures a write of many rows in one transaction while "the posts of user i" are live for 10,000
/// users. Each affected observer is called once, independent of the number of its changed rows.
enum Burst {
  static let benchmark = "burst"
  private static let userCount = 10_000

  static func run(_ run: LiveRun) throws {
    run.report.begin("M posts moved in one transaction, time for one post; N is M")
    let template = try run.files.make(SocialContent.statements(userCount: userCount))
    let bare = try Database.benchmarked(run.files.copy(template))
    let reread = try Database.benchmarked(run.files.copy(template))
    let live = try Database.benchmarked(run.files.copy(template))
    let observers = try BurstObservers(live, userCount)
    for count in [1, 10, 100, 1_000, 10_000, 100_000] where count <= run.size(100_000, quick: 1_000)
    {
      var moves = PostMoves(count: count, userCount: userCount)
      let affected = moves.affectedUsers
      let steps = [
        step("bare write", count) { try moves.move(in: bare) },
        step("write and SELECT of every concerned list", count) {
          try moves.move(in: reread)
          for user in affected {
            _ = try reread.rows("SELECT id FROM posts WHERE author_id = \(user) ORDER BY id")
          }
        },
        step("StateGraph", count) {
          let before = observers.calls.value
          try moves.move(in: live)
          let told = observers.calls.value - before
          verify(told == affected.count, "\(told) observer calls instead of \(affected.count)")
          // At this point, all sides have made the same moves. The next round moves the posts back.
          moves.turn()
        },
      ]
      let effort = Effort(rounds: 200, warmUps: 3, limit: .seconds(6), countedRounds: 2)
      let outcomes = try run.measure(steps, effort)
      for (step, outcome) in zip(steps, outcomes) {
        let named = Outcome(
          times: Measurement("move", samples: outcome.times.samples),
          selectCount: outcome.selectCount
        )
        run.report.add(benchmark, variant: step.name, n: count, named, to: outcomes[0])
      }
      // The next number of posts begins with each post at its first user.
      if moves.isBack { for step in steps { try step.perform() } }
      try observers.check(against: live)
    }
    try measurePeer(run, template)
  }

  private static func step(_ name: String, _ count: Int, _ perform: @escaping () throws -> Void)
    -> Step
  {
    Step(name: name, operationCount: count, perform: perform)
  }
}

/// The moves of posts to the next user, and back in the next round.
struct PostMoves {
  let count: Int
  let userCount: Int
  /// Whether the next round moves the posts back.
  private(set) var isBack = false

  init(count: Int, userCount: Int) {
    self.count = count
    self.userCount = userCount
  }

  /// Returns a moved post and its first user. If there are fewer posts than users, the posts belong
  /// to different users, which are spread evenly.
  private func place(_ index: Int) -> (post: Int, user: Int) {
    if count >= userCount {
      let post = index * (userCount * SocialContent.postsPerUser / count)
      return (post, post / SocialContent.postsPerUser)
    }
    let user = index * (userCount / count)
    return (user * SocialContent.postsPerUser, user)
  }

  /// The users that lose a post and those that get one.
  var affectedUsers: Set<Int> {
    var users: Set<Int> = []
    for index in 0..<count {
      let user = place(index).user
      users.formUnion([user, (user + 1) % userCount])
    }
    return users
  }

  mutating func turn() { isBack.toggle() }

  func each(_ body: (_ post: Int, _ author: Int) throws -> Void) rethrows {
    for index in 0..<count {
      let (post, user) = place(index)
      try body(post, isBack ? user : (user + 1) % userCount)
    }
  }

  func move(in database: Database) throws {
    try database.write { try each { post, author in try database.move(post, to: author) } }
  }
}

/// Observes the posts of all users.
private final class BurstObservers {
  let calls = CallCount()
  private let lists: [Latest<[Post]>]
  private let users: EntityStore<User>
  private var subscription: AnyCancellable?

  init(_ database: Database, _ count: Int) throws {
    users = try EntityStore<User>(database)
    let lists = (0..<count).map { _ in Latest<[Post]>() }
    self.lists = lists
    subscription = withGraphTracking {
      for index in 0..<count {
        users.get(by: .init(index))?.$posts.onChange { [calls] posts in
          lists[index].receive(posts)
          calls.increment()
        }
      }
    }
  }

  func check(against database: Database) throws {
    let rows = try database.rows("SELECT author_id, id FROM posts ORDER BY author_id, id")
    var expected = [[Int]](repeating: [], count: lists.count)
    for row in rows {
      guard case (.integer(let user), .integer(let post)) = (row[0], row[1]) else { continue }
      expected[Int(user)].append(Int(post))
    }
    for (user, list) in lists.enumerated() {
      let told = list.value?.map(\.typedID.raw)
      verify(told == expected[user], "the posts of user \(user): \(told ?? [])")
    }
  }
}
