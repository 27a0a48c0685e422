/// The rows of the social domain. Each row is a function of the seed and its number.
struct SocialRecords {
  /// The number of posts in a thread, and the number of comments that a thread distributes to them.
  static let threadSize = 10
  private static let commentsPerThread = 30

  let scale: Int
  let seed: UInt64

  struct User {
    let id: String
    let name: String
    let shortBio: String?
  }

  struct Post {
    let id: String
    let title: String
    let content: String
    let author: Int
  }

  struct Comment {
    let id: String
    let text: String
    let author: Int
  }

  var threadCount: Int { scale }

  func userID(_ index: Int) -> String { "u\(index)" }
  func postID(_ index: Int) -> String { "p\(index)" }

  func user(_ index: Int) -> User {
    var random = SeededRandom(seed: seed, kind: .user, index: index)
    let name = TextSource.name(&random)
    let hasBio = random.percent(75)
    let bio = hasBio ? TextSource.sentence(words: 4...12, &random) : nil
    return User(id: userID(index), name: name, shortBio: bio)
  }

  func post(_ index: Int) -> Post {
    var random = SeededRandom(seed: seed, kind: .post, index: index)
    let other = random.below(scale)
    return Post(
      id: postID(index),
      title: TextSource.sentence(words: 2...7, &random),
      content: random.percent(1) ? "" : TextSource.sentence(words: 8...40, &random),
      // The first posts have each user once, because nested forms contain users only as authors.
      author: index < scale ? index : other
    )
  }

  func comment(_ index: Int) -> Comment {
    var random = SeededRandom(seed: seed, kind: .comment, index: index)
    let author = random.below(scale)
    return Comment(
      id: "c\(index)",
      text: TextSource.sentence(words: 2...20, &random),
      author: author
    )
  }

  func posts(ofThread thread: Int) -> Range<Int> {
    let first = thread * Self.threadSize
    return first..<(first + Self.threadSize)
  }

  /// The comments on each post of a thread. Every thread has the same number of comments, so that the
  /// first comment of a post can be computed without counting from the beginning.
  func comments(ofThread thread: Int) -> [Range<Int>] {
    var random = SeededRandom(seed: seed, kind: .thread, index: thread)
    var counts = Array(repeating: 0, count: Self.threadSize)
    for _ in 0..<Self.commentsPerThread {
      // The smaller of two numbers, so that early posts get more comments.
      let one = random.below(Self.threadSize)
      let two = random.below(Self.threadSize)
      counts[min(one, two)] += 1
    }
    var next = thread * Self.commentsPerThread
    return counts.map { count in
      defer { next += count }
      return next..<(next + count)
    }
  }
}
