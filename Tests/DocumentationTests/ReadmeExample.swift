import StateGraphPersistence
import Testing

// The code of the README, and of the beginnings of articles, as it stands there. SnippetTests
// compares the two.

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

func firstQueries(_ posts: EntityStore<Post>, _ ada: User) throws
  -> Computed<LiveCollection<Post>>
{
  let hello = posts.query
    .where { $0.author == ada && $0.title.hasPrefix("Hello") }
    .order { $0.title.ascending }

  let newest = try hello.limit(20).fetch()  // entities
  let page = try hello.page(size: 50)  // the next one: page(size: 50, after: page.next)
  let counts = try posts.query.group { $0.author }.count()  // rows for each author's id
  let live = hello.live  // a node that each commit updates
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

func firstRelationships(
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

func firstTransactions(_ database: Database, _ ada: User) throws -> String {
  try database.write {  // all or nothing; inside another, a savepoint
    ada.name = "Ada King"
    ada.bio = "Mathematician"  // with the name: one UPDATE
  }

  let summary = try database.read {  // everything in it is of one commit
    "\(ada.name), \(ada.posts.count) posts"
  }
  return summary
}

func readmeLive(_ database: Database, _ posts: EntityStore<Post>, _ ada: User)
  -> Computed<LiveCollection<Post>>
{
  let live = posts.query.where { $0.author == ada }.order { $0.title.ascending }.live
  let report = database.explain { ada.name = "Ada King" }
  #expect(report.wakes(only: ada.$name))  // a test can state what a write does
  return live
}
