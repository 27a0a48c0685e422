import StateGraphPersistence

// The beginnings of articles, as they stand there. SnippetTests compares the two.

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
