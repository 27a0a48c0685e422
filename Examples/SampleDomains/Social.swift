public import StateGraphPersistence

// The social domain of `Migrations/0001_create_social.sql`.

@Entity
public final class User {
  public typealias TypedIdentifierRawValue = String
  public let typedID: TypedID
  @GraphStored public var name: String
  @GraphStored(backed: .column("short_bio")) public var bio: String?
  @GraphComputed(inverse: \Post.author) public var posts: [Post]
  @GraphComputed(inverse: \Comment.author) public var comments: [Comment]
}

@Entity
public final class Post {
  public typealias TypedIdentifierRawValue = String
  public let typedID: TypedID
  @GraphStored public var title: String
  @GraphStored @Column(.default("''")) public var content: String = ""
  @GraphStored @Column(.onDelete(.cascade)) public var author: User
  @GraphComputed(inverse: \Comment.post) public var comments: [Comment]
}

@Entity
public final class Comment {
  public typealias TypedIdentifierRawValue = String
  public let typedID: TypedID
  @GraphStored public var text: String
  @GraphStored @Column(.onDelete(.cascade)) public var post: Post
  @GraphStored @Column(.onDelete(.cascade)) public var author: User
}
