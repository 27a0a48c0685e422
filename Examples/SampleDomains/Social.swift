public import StateGraphPersistence

// The entities for the tables that `Migrations/0001_create_social.sql` creates. The demo and many
// tests use them.

@Entity(id: String.self)
public final class User {
  @GraphStored public var name: String
  @GraphStored(backed: .column("short_bio")) public var bio: String?
  @GraphComputed(inverse: \Post.author) public var posts: [Post]
  @GraphComputed(inverse: \Comment.author) public var comments: [Comment]
}

@Entity(id: String.self)
public final class Post {
  @GraphStored public var title: String
  @GraphStored @Column(.default("''")) public var content: String = ""
  @GraphStored @Column(.onDelete(.cascade)) public var author: User
  @GraphComputed(inverse: \Comment.post) public var comments: [Comment]
}

@Entity(id: String.self)
public final class Comment {
  @GraphStored public var text: String
  @GraphStored @Column(.onDelete(.cascade)) public var post: Post
  @GraphStored @Column(.onDelete(.cascade)) public var author: User
}
