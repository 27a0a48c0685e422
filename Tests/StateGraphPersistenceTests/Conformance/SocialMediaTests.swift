import SampleDomains
import StateGraphPersistence
import TestSupport
import Testing

/// The specification's social media example, on both kinds of store: its relationships as it writes
/// them, by `filter` over a store, and on disk also as `inverse`.
@Suite struct SocialMediaConformanceTests {
  /// The document's `NormalizedStore`.
  final class NormalizedStore: Sendable {
    let users: EntityStore<User>
    let posts: EntityStore<Post>
    let comments: EntityStore<SampleDomains.Comment>

    init(_ scene: StoreScene) {
      (users, posts, comments) = (scene.users, scene.posts, scene.comments)
    }

    func posts(of user: User) -> Computed<[Post]> {
      Computed { [posts] _ in posts.filter { $0.author.id == user.id } }
    }

    func comments(on post: Post) -> Computed<[SampleDomains.Comment]> {
      Computed { [comments] _ in comments.filter { $0.post.id == post.id } }
    }
  }

  let user = User(id: "user1", name: "John")
  let post: Post
  let comment: SampleDomains.Comment

  init() {
    post = Post(id: "post1", title: "Hello World", content: "My first post", author: user)
    comment = SampleDomains.Comment(id: "comment1", text: "Great post!", post: post, author: user)
  }

  private func filled(_ scene: StoreScene) -> NormalizedStore {
    let store = NormalizedStore(scene)
    store.users.add(user)
    store.posts.add(post)
    store.comments.add(comment)
    return store
  }

  @Test(arguments: StoreKind.allCases)
  func `related entities are reached through computed properties`(kind: StoreKind) throws {
    let store = filled(try StoreScene(kind))
    #expect(store.posts(of: user).wrappedValue.count == 1)
    #expect(store.comments(on: post).wrappedValue.count == 1)
    #expect(store.posts(of: user).wrappedValue.first === post)
    #expect(post.author === user)
    #expect(comment.post === post)
    #expect(comment.author === user)
  }

  @Test(arguments: StoreKind.allCases)
  func `a relationship follows insertions, deletions and moves`(kind: StoreKind) throws {
    let store = filled(try StoreScene(kind))
    let jane = User(id: "user2", name: "Jane")
    store.users.add(jane)
    let counts = Recorder<[Int]>()
    let (johns, janes) = (store.posts(of: user), store.posts(of: jane))
    let both = Computed { _ in [johns.wrappedValue.count, janes.wrappedValue.count] }
    let subscription = withGraphTracking { both.onChange { counts.record($0) } }
    store.posts.add(Post(id: "post2", title: "Second", author: jane))
    post.author = jane
    store.comments.delete(comment.typedID)
    store.posts.delete("post2")
    #expect(counts.elements == [[1, 0], [1, 1], [0, 2], [0, 1]])
    #expect(store.comments(on: post).wrappedValue.isEmpty)
    #expect(janes.wrappedValue.map(\.author.name) == ["Jane"])
    jane.name = "Janet"
    #expect(janes.wrappedValue.map(\.author.name) == ["Janet"])
    subscription.cancel()
  }

  @Test func `on disk the inverse is the same relationship`() throws {
    let store = filled(try StoreScene(.disk))
    let (byFilter, comments) = (store.posts(of: user), store.comments(on: post))
    func expectSame() {
      #expect(user.posts.isIdentical(to: byFilter.wrappedValue))
      #expect(post.comments.isIdentical(to: comments.wrappedValue))
    }
    expectSame()
    #expect(user.posts.count == 1)
    #expect(post.comments.count == 1)
    store.posts.add(Post(id: "post0", title: "Earlier", author: user))
    expectSame()
    store.comments.delete(comment.typedID)
    expectSame()
    let jane = User(id: "user2", name: "Jane")
    store.users.add(jane)
    post.author = jane
    expectSame()
    #expect(jane.posts.map(\.typedID.raw) == ["post1"])
  }

  /// A detached entity has no store in which to search its inverse relationship.
  @Test func `in memory an inverse relationship is empty`() throws {
    let store = filled(try StoreScene(.memory))
    #expect(user.posts.isEmpty)
    #expect(post.comments.isEmpty)
    #expect(store.posts.count == 1)
  }

  /// Only a file has foreign keys. A store in memory deletes no dependent entities.
  @Test(arguments: StoreKind.allCases)
  func `deleting a user takes the posts along on disk`(kind: StoreKind) throws {
    let store = filled(try StoreScene(kind))
    store.users.delete(user.typedID)
    #expect(store.users.isEmpty)
    #expect(store.posts.isEmpty == (kind == .disk))
    #expect(store.comments.isEmpty == (kind == .disk))
    #expect(post.title == "Hello World")
  }
}
