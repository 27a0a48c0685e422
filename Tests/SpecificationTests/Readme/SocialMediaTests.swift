import StateGraph
import StateGraphNormalization
import TestSupport
import Testing

/// README: Data Normalization, NormalizedStore and Example: Social Media Application.
private enum SocialMedia {
  // The document leaves out `Sendable`, which Swift 6 asks for: computed nodes capture the objects.
  final class NormalizedStore: Sendable {
    @GraphStored
    var users: EntityStore<User> = .init()

    @GraphStored
    var posts: EntityStore<Post> = .init()

    @GraphStored
    var comments: EntityStore<Comment> = .init()
  }

  // Define entity types
  final class User: TypedIdentifiable {
    typealias TypedIdentifierRawValue = String
    let typedID: TypedID

    @GraphStored var name: String
    @GraphComputed var posts: [Post]

    init(id: String, name: String, store: NormalizedStore) {
      self.typedID = .init(id)
      self.name = name
      self.$posts = .init { _ in
        store.posts.filter { $0.author.id == self.id }
      }
    }
  }

  final class Post: TypedIdentifiable {
    typealias TypedIdentifierRawValue = String
    let typedID: TypedID

    @GraphStored var title: String
    @GraphStored var content: String
    let author: User

    @GraphComputed var comments: [Comment]

    init(id: String, title: String, content: String, author: User, store: NormalizedStore) {
      self.typedID = .init(id)
      self.title = title
      self.content = content
      self.author = author
      self.$comments = .init { _ in
        store.comments.filter { $0.post.id == self.id }
      }
    }
  }

  final class Comment: TypedIdentifiable {
    typealias TypedIdentifierRawValue = String
    let typedID: TypedID

    @GraphStored var text: String
    let post: Post
    let author: User

    init(id: String, text: String, post: Post, author: User) {
      self.typedID = .init(id)
      self.text = text
      self.post = post
      self.author = author
    }
  }
}

@Suite struct SocialMediaTests {
  private typealias NormalizedStore = SocialMedia.NormalizedStore
  private typealias User = SocialMedia.User
  private typealias Post = SocialMedia.Post
  private typealias Comment = SocialMedia.Comment

  @Test func `related entities are reached through computed properties`() {
    let printed = Recorder<String>()
    func print(_ value: Int) { printed.record("\(value)") }

    // Create and use a normalized store
    let store = NormalizedStore()

    // Create entities
    let user = User(id: "user1", name: "John", store: store)
    store.users.add(user)

    let post = Post(
      id: "post1",
      title: "Hello World",
      content: "My first post",
      author: user,
      store: store
    )
    store.posts.add(post)

    let comment = Comment(id: "comment1", text: "Great post!", post: post, author: user)
    store.comments.add(comment)

    // Access related entities through computed properties
    print(user.posts.count)  // 1
    print(post.comments.count)  // 1
    #expect(printed.elements == ["1", "1"])

    let other = User(id: "user2", name: "Jane", store: store)
    #expect(other.posts.isEmpty)
    store.comments.delete(comment.typedID)
    #expect(post.comments.isEmpty)
  }
}
