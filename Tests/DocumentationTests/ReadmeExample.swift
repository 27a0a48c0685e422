import StateGraphPersistence

// The code of the README, as it stands there. SnippetTests compares the two.

@Entity(id: String.self)
final class User {
  @GraphStored var name: String
  @GraphStored(backed: .column("short_bio")) var bio: String?
  @GraphComputed(inverse: \Post.author) var posts: [Post]
}

@Entity(id: String.self)
final class Post {
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

func readmeQueries(_ posts: EntityStore<Post>, _ ada: User) throws
  -> Computed<LiveCollection<Post>>
{
  let hello = posts.query
    .where { $0.author == ada && $0.title.hasPrefix("Hello") }
    .order { $0.title.ascending }

  let newest = try hello.limit(20).fetch()  // entities
  let page = try hello.page(size: 50)  // the next one: page(size: 50, after: page.next)
  let counts = try posts.query.group { $0.author }.count()  // rows for each author's id
  let live = hello.live  // a node, fresh after every commit
  precondition(newest.count == page.entities.count && counts.count == 1)
  return live
}

@Entity(id: String.self)
final class Book {
  @GraphStored var title: String
  @GraphStored var author: Author
  @GraphComputed(through: BookTag.self, order: \BookTag.position) var tags: [Tag]
}

@Entity(id: CompositeKey<String, String>.self, key: "book_id", "tag_id")
final class BookTag {
  @GraphStored var book: Book
  @GraphStored var tag: Tag
  @GraphStored var position: Int?
}

func readmeRelationships(
  _ books: EntityStore<Book>,
  _ book: Book,
  _ tag: Tag,
  _ octavia: Author
) throws {
  book.tags.append(tag)  // INSERT INTO book_tags …
  book.author = octavia  // leaves one author's books and is among the other's

  let all = books.getAll()
  try all.prefetch(.one(\.author), .many(\.$tags))  // a SELECT or two each, however many books
}

func readmeTransactions(_ database: Database, _ ada: User) throws -> String {
  try database.write {  // all or nothing; inside another, a savepoint
    ada.name = "Ada King"
    ada.bio = "Mathematician"  // with the name: one UPDATE
  }

  let summary = try database.read {  // everything in it is of one commit
    "\(ada.name), \(ada.posts.count) posts"
  }
  return summary
}

func readmeSchema(path: String) throws -> Database {
  let database = try Database(
    path: path,
    migrations: .list([
      Migration(
        version: 1,
        name: "create notes",
        sql: "CREATE TABLE notes (id INTEGER PRIMARY KEY NOT NULL, text TEXT NOT NULL) STRICT"
      ),
      Migration(version: 2, name: "first note") { transaction in
        try transaction.execute("INSERT INTO notes (text) VALUES (\("Hello"))")
      },
    ])
  )
  return database
}
