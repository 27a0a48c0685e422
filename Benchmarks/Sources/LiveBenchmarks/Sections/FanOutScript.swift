/// The writes of the relationship benchmarks. Each write is a transaction.
protocol PostWriter {
  func retitle(_ post: Int, _ title: String) throws
  func insert(_ post: Int, author: Int) throws
  func delete(_ post: Int) throws
  func move(_ post: Int, to author: Int) throws
  /// Changes a column that no observer reads.
  func view(_ post: Int, _ count: Int) throws
  func set(_ value: Int) throws
}

/// The observers that a write affects. A side waits for them, and checks that no other observer is
/// called.
struct FanOutEffect {
  /// The number of observed users whose list of posts changes, also by a new title of a post in it.
  var contents = 0
  /// The number of observed users whose list gets or loses a post.
  var lists = 0
  /// The number of observed titles that change.
  var titles = 0
  /// Whether the write changes a column that observers read.
  var isOfRegion = true
}

/// The writes of the relationship benchmarks, equal for all sides and all numbers of observed
/// users. They concern ten observed users, which are spread evenly. Therefore only the number of
/// observers grows with N.
final class FanOutScript {
  let observedCount: Int
  let userCount: Int
  private let writer: any PostWriter
  /// The number of the round. An even round moves a post, and the following odd round moves it
  /// back.
  private var round = 1
  private var nextPost: Int

  /// The smallest number of users that are not observed.
  static let unobservedCount = 10

  static func userCount(observed: Int) -> Int { max(observed + unobservedCount, 10_000) }

  init(observed: Int, _ writer: any PostWriter) {
    observedCount = observed
    userCount = FanOutScript.userCount(observed: observed)
    nextPost = userCount * SocialContent.postsPerUser
    self.writer = writer
  }

  /// The observed users that the writes concern.
  var touchedUsers: [Int] { (0..<10).map { $0 * observedCount / 10 } }

  private func user(_ index: Int) -> Int { touchedUsers[index % 10] }
  private func firstPost(of user: Int) -> Int { user * SocialContent.postsPerUser }

  /// Returns the writes of a round.
  func steps(_ perform: @escaping (FanOutEffect, () throws -> Void) throws -> Void) -> [Step] {
    let writes: [(String, FanOutEffect, () throws -> Void)] = [
      ("retitle", FanOutEffect(contents: 1, titles: 1), retitle),
      ("retitle unobserved", FanOutEffect(), retitleUnobserved),
      ("insert", FanOutEffect(contents: 1, lists: 1), insert),
      ("delete", FanOutEffect(contents: 1, lists: 1), delete),
      ("move", FanOutEffect(contents: 2, lists: 2), move),
      ("other column", FanOutEffect(isOfRegion: false), view),
      ("other table", FanOutEffect(isOfRegion: false), set),
    ]
    return writes.map { name, effect, write in
      Step(name: name) { try perform(effect, write) }
    }
  }

  private func retitle() throws {
    round += 1
    try writer.retitle(firstPost(of: user(round)), "title \(round)")
  }

  private func retitleUnobserved() throws {
    try writer.retitle(firstPost(of: observedCount + round % 10), "title \(round)")
  }

  private func insert() throws {
    nextPost += 1
    try writer.insert(nextPost, author: user(round))
  }

  private func delete() throws { try writer.delete(nextPost) }

  /// Moves a post to the next of the touched users, and back in the next round.
  private func move() throws {
    let (from, to) = (user(round / 2), user(round / 2 + 1))
    let post = firstPost(of: from) + SocialContent.postsPerUser - 1
    try writer.move(post, to: round.isMultiple(of: 2) ? to : from)
  }

  private func view() throws { try writer.view(firstPost(of: user(round)), round) }
  private func set() throws { try writer.set(round) }
}
