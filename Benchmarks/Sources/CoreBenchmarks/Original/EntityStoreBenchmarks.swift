import Measurement
import StateGraph
import StateGraphNormalization

/// Compares the `EntityStore` in memory with that of the original State Graph.
enum EntityStoreBenchmarks {
  private static let count = 100_000

  static func run() {
    adding()
    reading()
    relationship()
  }

  private static func adding() {
    let posts = (0..<count).map { Post($0, author: 0) }
    OriginalBenchmarks.compare(
      Measurement(
        "`EntityStore` add one by one, for one",
        operations: count,
        rounds: 15,
        warmUps: 2,
        on: { EntityStore<Post>() }
      ) { store in
        for post in posts { store.add(post) }
        precondition(store.count == count)
      },
      original: 5_700
    )
    OriginalBenchmarks.compare(
      Measurement(
        "`EntityStore` add as a sequence, for one",
        operations: count,
        rounds: 15,
        warmUps: 2,
        on: { EntityStore<Post>() }
      ) { store in
        store.add(posts)
        precondition(store.count == count)
      },
      original: 970
    )
  }

  private static func reading() {
    let store = EntityStore<Post>()
    store.add((0..<count).map { Post($0, author: 0) })
    var random = PseudoRandom()
    let numbers = (0..<10_000).map { _ in Int(random.next() * Double(count)) }
    OriginalBenchmarks.compare(
      Measurement("`EntityStore` get by id of 100,000", operations: numbers.count) {
        for number in numbers {
          precondition(store.get(by: Post.TypedID(number))?.typedID.raw == number)
        }
      },
      original: 4_700
    )
    OriginalBenchmarks.compare(
      Measurement("`filter` over 100,000, whole", operations: 1, rounds: 21) {
        precondition(store.filter { $0.likes == 7 }.count == count / 10)
      },
      original: 211e6
    )
  }

  /// In the original, a change of any post invalidates every reader of the store. Here, a changed
  /// title invalidates none of these readers. The rows for a replaced post show the cost of a
  /// repeated read.
  private static func relationship() {
    let store = EntityStore<Post>()
    store.add((0..<10_000).map { Post($0, author: $0 % 1_000) })
    let postsByUser = (0..<1_000).map { user in
      Computed { _ in store.filter { $0.author == user }.map(\.typedID.raw) }
    }
    func read(_ users: Range<Int>) {
      for user in users { precondition(postsByUser[user].wrappedValue.count == 10) }
    }
    var number = 0
    func retitle() {
      number += 1
      store.modify(Post.TypedID(0)) { $0.title = "\(number)" }
    }
    func replace() { store.update(Post(0, author: 0)) }
    read(0..<1_000)
    for (change, name) in [(retitle, "a post retitled"), (replace, "a post replaced")] {
      OriginalBenchmarks.compare(
        Measurement("1,000 x 10,000, \(name): one user's", operations: 1, on: change) { _ in
          read(0..<1)
        },
        original: 0.8e6
      )
      OriginalBenchmarks.compare(
        Measurement(
          "1,000 x 10,000, \(name): all others'",
          operations: 1,
          rounds: 11,
          warmUps: 2,
          on: {
            change()
            read(0..<1)
          }
        ) { _ in read(1..<1_000) },
        original: 364e6
      )
    }
  }
}

private final class Post: TypedIdentifiable {
  typealias TypedIdentifierRawValue = Int
  let typedID: TypedID
  let author: Int
  @GraphStored var title: String
  @GraphStored var likes: Int

  init(_ number: Int, author: Int) {
    typedID = TypedID(number)
    self.author = author
    title = "title"
    likes = number % 10
  }
}
