import StateGraphPersistence

/// A row of the table `comments`.
@Entity(id: String.self, table: "comments")
final class SocialComment {
  @GraphStored var text: String
  @GraphStored @Column(.onDelete(.cascade)) var post: SocialPost
  @GraphStored @Column(.onDelete(.cascade)) var author: SocialUser
}

/// A row of the table `posts`.
@Entity(id: String.self, table: "posts")
final class SocialPost {
  @GraphStored var title: String
  @GraphStored @Column(.default("''")) var content: String
  @GraphStored @Column(.onDelete(.cascade)) var author: SocialUser
  @GraphComputed(inverse: \SocialComment.post) var comments: [SocialComment]
}

/// A row of the table `users`.
@Entity(id: String.self, table: "users")
final class SocialUser {
  @GraphStored var name: String
  @GraphStored var shortBio: String?
  @GraphComputed(inverse: \SocialComment.author) var comments: [SocialComment]
  @GraphComputed(inverse: \SocialPost.author) var posts: [SocialPost]
}
