/// The writes of the relationship benchmarks, each a transaction of its own.
protocol PostWriter {
  func retitle(_ post: Int, _ title: String) throws
  func insert(_ post: Int, author: Int) throws
  func delete(_ post: Int) throws
  func move(_ post: Int, to author: Int) throws
  /// Changes a column that no observer asks for.
  func view(_ post: Int, _ count: Int) throws
  func set(_ value: Int) throws
}

/// What one write concerns, so that every side can wait for it, and count that nothing else was
/// told.
struct FanOutEffect {
  /// Observed users whose list of posts has another content: with a title in it that has changed.
  var contents = 0
  /// Observed users of whose list a post has come or gone.
  var lists = 0
  /// Observed titles.
  var titles = 0
  /// Whether a table is written to, in a column that observers ask for.
  var isOfRegion = true
}

/// The same writes for every side and every number of observed users. They touch ten of these,
/// spread evenly, so that nothing grows with N but the number of observers.
final class FanOutScript {
  let observedCount: Int
  let userCount: Int
  private let writer: any PostWriter
  /// Even and odd ones in pairs: what an even one moves, the odd one moves back.
  private var round = 1
  private var nextPost: Int

  /// How many users there are beside the observed ones.
  static let unobservedCount = 10

  static func userCount(observed: Int) -> Int { max(observed + unobservedCount, 10_000) }

  init(observed: Int, _ writer: any PostWriter) {
    observedCount = observed
    userCount = FanOutScript.userCount(observed: observed)
    nextPost = userCount * SocialContent.postsPerUser
    self.writer = writer
  }

  /// The observed users that are written to.
  var touchedUsers: [Int] { (0..<10).map { $0 * observedCount / 10 } }

  private func user(_ index: Int) -> Int { touchedUsers[index % 10] }
  private func firstPost(of user: Int) -> Int { user * SocialContent.postsPerUser }

  /// One round is all of them, once.
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

  /// To the next of the touched users, and in the next round back.
  private func move() throws {
    let (from, to) = (user(round / 2), user(round / 2 + 1))
    let post = firstPost(of: from) + SocialContent.postsPerUser - 1
    try writer.move(post, to: round.isMultiple(of: 2) ? to : from)
  }

  private func view() throws { try writer.view(firstPost(of: user(round)), round) }
  private func set() throws { try writer.set(round) }
}
