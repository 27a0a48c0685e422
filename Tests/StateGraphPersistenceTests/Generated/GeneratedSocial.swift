import StateGraphPersistence

/// A row of the table `comments`.
@Entity(table: "comments")
final class SocialComment {
  typealias TypedIdentifierRawValue = String
  let typedID: TypedID
  @GraphStored var text: String
  @GraphStored @Column(.onDelete(.cascade)) var post: SocialPost
  @GraphStored @Column(.onDelete(.cascade)) var author: SocialUser
}

/// A row of the table `posts`.
@Entity(table: "posts")
final class SocialPost {
  typealias TypedIdentifierRawValue = String
  let typedID: TypedID
  @GraphStored var title: String
  @GraphStored @Column(.default("''")) var content: String
  @GraphStored @Column(.onDelete(.cascade)) var author: SocialUser
  @GraphComputed(inverse: \SocialComment.post) var comments: [SocialComment]
}

/// A row of the table `users`.
@Entity(table: "users")
final class SocialUser {
  typealias TypedIdentifierRawValue = String
  let typedID: TypedID
  @GraphStored var name: String
  @GraphStored var shortBio: String?
  @GraphComputed(inverse: \SocialComment.author) var comments: [SocialComment]
  @GraphComputed(inverse: \SocialPost.author) var posts: [SocialPost]
}
