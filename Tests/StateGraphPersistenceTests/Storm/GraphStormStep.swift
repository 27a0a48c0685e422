import SampleDomains
import StateGraphPersistence
import TestSupport

/// The rows of one writer that the file must have at the end of the storm.
struct GraphStormOutcome: Sendable, Equatable {
  var done = 0
  /// The posts of the writer, with their authors.
  var posts: [String: String] = [:]
}

/// The content of one transaction. It is drawn before the transaction, because a task may run it on
/// another thread.
struct GraphStormStep: Sendable {
  static let authorCount = 8
  static let writers = 0..<4

  /// The error that rolls a transaction back.
  struct Undone: Error {}

  let writer: Int
  let number: Int
  let author: String
  let title: String
  /// Another post of the same writer, which moves to `author` or is deleted.
  let other: String?
  let isRemoval: Bool
  let isUndone: Bool
  /// Whether the task that requests the transaction is cancelled.
  let isCancelled: Bool

  init(
    _ writer: Int,
    _ number: Int,
    after outcome: GraphStormOutcome,
    _ random: inout SeededRandom
  ) {
    (self.writer, self.number) = (writer, number)
    author = "u\(Int.random(in: 0..<Self.authorCount, using: &random))"
    title = "\(Int.random(in: 0..<100, using: &random))"
    other = outcome.posts.keys.sorted().randomElement(using: &random)
    isRemoval = Int.random(in: 0..<3, using: &random) > 0
    isUndone = Int.random(in: 0..<10, using: &random) == 0
    isCancelled = Int.random(in: 0..<6, using: &random) == 0
  }

  static func fill(_ social: SocialDatabase) {
    social.users.add((0..<authorCount).map { User(id: "u\($0)", name: "0") })
    social.users.add(writers.map { User(id: "w\($0)", name: "0") })
  }

  /// The expected outcome after this step.
  func applied(to outcome: GraphStormOutcome) -> GraphStormOutcome {
    var next = outcome
    next.done += 1
    if let other { next.posts[other] = isRemoval ? nil : author }
    next.posts["\(writer)-\(number)"] = author
    return next
  }

  /// Makes the changes. Call it inside a write.
  func perform(on social: SocialDatabase) throws {
    guard let own = social.users.get(by: .init("w\(writer)")), let done = Int(own.name),
      let author = social.users.get(by: .init(author))
    else { throw TestFailure("a user is missing") }
    // The count is read and written separately: with two concurrent writers, an increment would be
    // lost.
    own.name = "\(done + 1)"
    author.name = "\(writer)-\(number)"
    if let other {
      guard let post = social.posts.get(by: .init(other)) else {
        throw TestFailure("the post \(other) is missing")
      }
      if isRemoval { social.posts.delete(post.typedID) } else { post.author = author }
    }
    let post = Post(id: "\(writer)-\(number)", title: title, author: author)
    social.posts.add(post)
    social.comments.add(Comment(id: "\(writer)-\(number)", text: title, post: post, author: own))
    guard author.posts.contains(where: { $0 === post }) else {
      throw TestFailure("the author does not have the post")
    }
    if isUndone { throw Undone() }
  }
}
