import StateGraphPersistence

// The code of the README, as it stands there. SnippetTests compares the two.

@Entity
final class User {
  typealias TypedIdentifierRawValue = String
  let typedID: TypedID
  @GraphStored var name: String
  @GraphStored(backed: .column("short_bio")) var bio: String?
  @GraphComputed(inverse: \Post.author) var posts: [Post]
}

@Entity
final class Post {
  typealias TypedIdentifierRawValue = String
  let typedID: TypedID
  @GraphStored var title: String
  @GraphStored var author: User
}

/// Standard output, so that the test can see what the example prints.
nonisolated(unsafe) var printed: [String] = []
// SAFETY: the example runs on one thread, in one test.

private func print(_ text: String) { printed.append(text) }

func sixtySeconds(path: String) throws {
  let database = try Database(path: path, migrations: .directory("Migrations"))
  let users = try EntityStore<User>(database)
  let posts = try EntityStore<Post>(database)

  try database.write {  // one transaction, one notification
    let ada = User(id: "ada", name: "Ada")
    users.add(ada)
    posts.add(Post(id: "p1", title: "Hello", author: ada))
  }

  guard let ada = users.get(by: "ada") else { return }
  ada.name = "Ada Lovelace"  // UPDATE users SET name = ? WHERE id = ?

  let subscription = withGraphTracking {
    ada.$posts.onChange { posts in print("\(posts.count) posts") }
  }
  try database.execute("DELETE FROM posts WHERE id = 'p1'")  // prints "0 posts"
  subscription.cancel()
}
