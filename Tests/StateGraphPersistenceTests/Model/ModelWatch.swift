import SampleDomains
import StateGraphPersistence
import TestSupport

/// Computed nodes over all data, with observers. Each node equals its query, and its observer is
/// called once for each step that changed it and for no other step.
final class ModelWatch {
  private struct Node {
    let name: String
    let sql: SQL
    let computed: Computed<ModelWorld.Rows>
    let delivered = Recorder<ModelWorld.Rows>()
    var last: ModelWorld.Rows?
  }

  private var nodes: [Node]
  private let subscription: AnyCancellable

  init(_ stores: Stores) {
    nodes = ModelWatch.relationshipNodes(stores) + ModelWatch.storeNodes(stores)
    subscription = withGraphTracking { [nodes] in
      for node in nodes { node.computed.onChange { [node] in node.delivered.record($0) } }
    }
  }

  private static func relationshipNodes(_ stores: Stores) -> [Node] {
    (0..<Kind.user.limit).map { number in
      let id = Kind.user.id(number)
      return Node(
        name: "posts of \(id)",
        sql: "SELECT id, title FROM posts WHERE author_id = \(id) ORDER BY id",
        computed: Computed { _ in
          stores.user(number)?.posts.map { [$0.rawID.value, $0.title.value] } ?? []
        }
      )
    }
  }

  private static func storeNodes(_ stores: Stores) -> [Node] {
    [
      Node(
        name: "users",
        sql: "SELECT id, name, short_bio FROM users ORDER BY id",
        computed: Computed { _ in stores.users.getAll().map(\.image) }
      ),
      Node(
        name: "authors of comments",
        sql: """
          SELECT c.id, u.name, p.title, a.name FROM comments c JOIN users u ON u.id = c.author_id
          JOIN posts p ON p.id = c.post_id JOIN users a ON a.id = p.author_id ORDER BY c.id
          """,
        computed: Computed { _ in
          stores.comments.getAll().map {
            [$0.rawID.value, $0.author.name.value, $0.post.title.value, $0.post.author.name.value]
          }
        }
      ),
      Node(
        name: "books by author",
        sql: """
          SELECT a.id, b.id, b.published_year FROM authors a JOIN books b ON b.author_id = a.id
          ORDER BY a.id, b.id
          """,
        computed: Computed { _ in
          stores.authors.getAll().flatMap { author in
            author.books.map { [author.rawID.value, $0.rawID.value, $0.publishedYear.value] }
          }
        }
      ),
      Node(
        name: "counts",
        sql: "SELECT (SELECT count(*) FROM users), (SELECT count(*) FROM comments)",
        computed: Computed { _ in [[stores.users.count.value, stores.comments.count.value]] }
      ),
    ]
  }

  func stop() { subscription.cancel() }

  func problems(_ rows: (SQL) throws -> ModelWorld.Rows) throws -> [String] {
    var problems: [String] = []
    func expect(_ isTrue: Bool, _ problem: @autoclosure () -> String) {
      if !isTrue { problems.append(problem()) }
    }
    for index in nodes.indices {
      let (name, last) = (nodes[index].name, nodes[index].last)
      let expected = try rows(nodes[index].sql)
      let value = nodes[index].computed.wrappedValue
      expect(value == expected, "\(name) is \(value.script), not \(expected.script)")
      let delivered = nodes[index].delivered.drain()
      switch (last, delivered.count) {
      case (nil, _): break
      case (let last?, 0): expect(last == value, "nobody was told of \(name)")
      case (let last?, 1):
        expect(
          delivered[0] == value,
          "\(name) was told \(delivered[0].script), and is \(value.script)"
        )
        expect(last != value, "\(name) was told what it was before")
      default: expect(false, "\(name) was told \(delivered.count) times")
      }
      nodes[index].last = value
    }
    return problems
  }
}
