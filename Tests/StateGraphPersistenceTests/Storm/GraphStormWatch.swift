import Glibc
import SampleDomains
import StateGraphCore
import StateGraphPersistence
import TestSupport
import Testing

/// Nodes that are observed from the beginning to the end of a storm, each with SQL for the same
/// values.
struct GraphStormWatch {
  private struct Watched {
    let sql: SQL
    let node: Computed<[String]>
    let told = Recorder<[String]>()
  }

  private let social: SocialDatabase
  private let watched: [Watched]
  private let subscription: AnyCancellable

  init(_ social: SocialDatabase) {
    self.social = social
    let posts = social.posts.query
    let large = posts.where { $0.title > "5" }.order { ($0.title.descending, $0.id.ascending) }
    let top = large.limit(4).live
    let ofOne = posts.where { $0.author.id == .init("u1") }.live
    let joined = posts.where { $0.author.name < "2" }.order { $0.id.ascending }.live
    var watched = [
      Watched(
        sql: "SELECT id FROM posts WHERE title > '5' ORDER BY title DESC, id LIMIT 4",
        node: Computed { _ in top.wrappedValue.map(\.typedID.raw) }
      ),
      Watched(
        sql: "SELECT id FROM posts WHERE author_id = 'u1' ORDER BY id",
        node: Computed { _ in ofOne.wrappedValue.map(\.typedID.raw) }
      ),
      Watched(
        sql: """
          SELECT posts.id FROM posts JOIN users ON users.id = author_id
          WHERE users.name < '2' ORDER BY posts.id
          """,
        node: Computed { _ in joined.wrappedValue.map(\.typedID.raw) }
      ),
      Watched(
        sql: "SELECT CAST(count(*) AS TEXT) FROM posts",
        node: Computed { _ in ["\((try? posts.fetchCount()) ?? 0)"] }
      ),
    ]
    for user in social.users.getAll() {
      let id = user.typedID.raw
      watched += [
        Watched(
          sql: "SELECT id FROM posts WHERE author_id = \(id) ORDER BY id",
          node: Computed { _ in user.posts.map(\.typedID.raw) }
        ),
        Watched(
          sql: "SELECT name FROM users WHERE id = \(id)",
          node: Computed { _ in [user.name] }
        ),
        Watched(
          sql: "SELECT id FROM comments WHERE author_id = \(id) ORDER BY id",
          node: Computed { _ in user.comments.map(\.typedID.raw) }
        ),
      ]
    }
    self.watched = watched
    subscription = withGraphTracking {
      for one in watched { one.node.onChange { [told = one.told] in told.record($0) } }
    }
  }

  /// Compares the nodes, and the last delivered values, with the rows that another connection
  /// reads.
  func expectLive(_ comment: Testing.Comment) throws {
    let location = try DatabaseLocation(path: social.path)
    let oracle = try Connection.open(location, mode: .reader)
    for one in watched {
      let fresh = try oracle.rows(one.sql).map { row in
        guard case .text(let text) = row[0] else { throw TestFailure("no text") }
        return text
      }
      #expect(one.node.wrappedValue == fresh, comment)
      // The thread that follows other databases may still be calling observers.
      let deadline = TestDeadline()
      while one.told.elements.last != fresh, !deadline.hasPassed { sched_yield() }
      #expect(one.told.elements.last == fresh, comment)
    }
    subscription.cancel()
  }
}
