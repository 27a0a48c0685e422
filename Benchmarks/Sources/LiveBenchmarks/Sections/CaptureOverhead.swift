import StateGraphPersistence

/// Measures an insert of a million rows and an update of 100,000 rows, each in one transaction,
/// with an increasing number of stores and live lists.
enum CaptureOverhead {
  static let benchmark = "capture"
  static let userCount = 20_000
  static let observedCount = 10_000

  /// The stores and live lists that are open in addition to the database.
  enum Interest: String, CaseIterable {
    case none = "no store open"
    case otherTable = "a store of another table"
    case table = "a store of the table and nothing live"
    case misses = "10000 live relationships of others"
    case hits = "10000 live relationships with the rows"

    /// The users whose posts are written: the observed users, or the other ones.
    var authors: Range<Int> { self == .hits ? 0..<observedCount : observedCount..<userCount }
    var hasLiveRows: Bool { self == .misses || self == .hits }
  }

  static func run(_ run: LiveRun) throws {
    var inserts = CostTable(operationCount: run.size(1_000_000, quick: 20_000))
    var updates = CostTable(operationCount: run.size(100_000, quick: 10_000))
    let template = try run.files.make(SocialContent.statements(userCount: userCount))
    // The first round warms up and counts the statements.
    for round in 0...run.size(3, quick: 1) {
      let isCounting = round == 0
      for interest in Interest.allCases {
        let path = try run.files.copy(template)
        defer { run.files.remove(path) }
        let side = try CaptureSide(path, interest)
        inserts.add(interest.rawValue, try side.insert(inserts.operationCount, isCounting))
        updates.add(interest.rawValue, try side.update(updates.operationCount, isCounting))
        try side.check(postCount: userCount * 10 + inserts.operationCount)
      }
      let path = try run.files.copy(template)
      defer { run.files.remove(path) }
      let peer = try GRDBCaptureSide(path)
      inserts.add("GRDB prepared statement", try peer.insert(inserts.operationCount, isCounting))
      updates.add("GRDB prepared statement", try peer.update(updates.operationCount, isCounting))
    }
    run.report.begin("one of many rows inserted in one transaction; N is the rows")
    inserts.report(run, benchmark, "insert")
    run.report.begin("one of many rows updated in one transaction; N is the rows")
    updates.report(run, benchmark, "update")
  }
}

/// A file with its stores and live lists.
private final class CaptureSide {
  private let database: Database
  private let interest: CaptureOverhead.Interest
  private var users: EntityStore<User>?
  private var posts: EntityStore<Post>?
  private var lists: [Latest<[Post]>] = []
  private var subscription: AnyCancellable?

  init(_ path: String, _ interest: CaptureOverhead.Interest) throws {
    database = try Database.benchmarked(path)
    self.interest = interest
    if interest != .none { users = try EntityStore<User>(database) }
    if interest == .table { posts = try EntityStore<Post>(database) }
    guard interest.hasLiveRows, let users else { return }
    let lists = (0..<CaptureOverhead.observedCount).map { _ in Latest<[Post]>() }
    self.lists = lists
    subscription = withGraphTracking {
      for (index, list) in lists.enumerated() {
        users.get(by: .init(index))?.$posts.onChange(list.receive)
      }
    }
  }

  private var firstNewPost: Int { CaptureOverhead.userCount * SocialContent.postsPerUser }

  /// Inserts posts one by one in the order of their ids. Consecutive posts have different authors.
  func insert(_ count: Int, _ isCounting: Bool) throws -> Cost {
    let authors = interest.authors
    return try Cost(countingStatements: isCounting) {
      try database.write {
        for index in 0..<count {
          let author = authors.lowerBound + index % authors.count
          try database.insert(firstNewPost + index, author: author)
        }
      }
    }
  }

  /// Changes the titles of inserted posts.
  func update(_ count: Int, _ isCounting: Bool) throws -> Cost {
    try Cost(countingStatements: isCounting) {
      try database.write {
        for index in 0..<count { try database.retitle(firstNewPost + index, "another title") }
      }
    }
  }

  func check(postCount: Int) throws {
    let count = try database.integers("SELECT count(*) FROM posts")[0]
    verify(count == postCount, "\(count) posts of \(postCount)")
    for index in stride(from: 0, to: lists.count, by: 499) {
      let ids = try database.integers(
        "SELECT id FROM posts WHERE author_id = \(index) ORDER BY id"
      )
      verify(lists[index].value?.map(\.typedID.raw) == ids, "the posts of user \(index)")
    }
  }
}
