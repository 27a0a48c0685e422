import StateGraphPersistence

// The code of the articles about relationships and queries, as it stands there.

@Entity(id: String.self)
final class Author {
  @GraphStored var name: String
  @GraphComputed(inverse: \Book.author) var books: [Book]
}

@Entity(id: String.self)
final class Tag {
  @GraphStored var name: String
  @GraphComputed(through: BookTag.self) var books: [Book]
}

@Entity(id: String.self)
final class Folder {
  @GraphStored @Column(.onDelete(.cascade)) var parent: Folder?
  @GraphComputed(inverse: \Folder.parent) var folders: [Folder]
}

@Entity(id: String.self, table: "people")
final class Person {
  @GraphStored var name: String
  @GraphComputed(through: \Follow.follower, \Follow.followed) var following: [Person]
  @GraphComputed(through: \Follow.followed, \Follow.follower) var followers: [Person]
}

@Entity(id: CompositeKey<String, String>.self, key: "follower_id", "followed_id")
final class Follow {
  @GraphStored var follower: Person
  @GraphStored var followed: Person
}

func changeRelationships(_ book: Book, _ author: Author, _ first: Tag, _ second: Tag) {
  book.author = author
  author.books.append(Book(id: "b2", title: "Kindred", author: author))
  book.tags = [first, second]
  book.tags.swapAt(0, 1)
  book.tags.removeAll { $0 === second }
}

func changeFewTags(_ book: Book, _ first: Tag, _ tag: Tag) {
  book.$tags.append(tag)
  book.$tags.insert(first, at: 0)
  book.$tags.swapAt(0, 1)
  book.$tags.move(from: 1, to: 0)
  book.$tags.remove(tag)
}

@Entity(id: Int.self, keys: .database)
final class Project {
  @GraphStored var name: String
  @GraphComputed(inverse: \WorkItem.project, where: { !$0.isClosed }, order: { $0.position })
  var openItems: [WorkItem]
}

@Entity(id: Int.self, keys: .database)
final class WorkItem {
  @GraphStored var position: Int
  @GraphStored var isClosed: Bool = false
  @GraphStored var project: Project
}

func watchUnreadableBooks(
  _ books: EntityStore<Book>,
  _ report: @escaping @Sendable ([String]) -> Void
) -> AnyCancellable {
  let unreadable = books.unreadable
  return withGraphTracking {
    unreadable.onChange { rows in report(rows.map { "\($0.key): \($0.reason)" }) }
  }
}

func prefetchBooks(_ books: EntityStore<Book>) throws -> [String] {
  let all = books.getAll()
  try all.prefetch(.one(\.author), .many(\.$tags))
  return all.map { book in
    let tags = book.tags.map(\.name).joined(separator: ", ")
    return "\(book.title) by \(book.author.name): \(tags)"
  }
}

func conditions(_ books: EntityStore<Book>, _ octavia: Author) throws -> [[Book]] {
  let queries = [
    books.query.where { $0.author == octavia },
    books.query.where { $0.author.name == "Ada" || $0.title.contains("red") },
    books.query.where { !$0.title.like("The %") && $0.id != "b1" },
    books.query.where { $0.title.in(["Kindred", "Dawn"]) },
    books.query.where { $0.tags.exists { $0.name == "fiction" } },
  ]
  return try queries.map { try $0.fetch() }
}

func aggregates(_ books: EntityStore<Book>, _ links: EntityStore<BookTag>) throws -> [String] {
  let count = try books.query.fetchCount()
  let isAny = try books.query.where { $0.title == "Dawn" }.exists()
  let last = try books.query.max { $0.title }
  let positions = try links.query.sum { $0.position }
  let perAuthor = try books.query.group { $0.author }.count()
  return ["\(count)", "\(isAny)", "\(last ?? "")", "\(positions ?? 0)", "\(perAuthor.count)"]
}

func groups(_ books: EntityStore<Book>) throws -> [(key: Author.TypedID?, value: Int)] {
  let productive = try books.query.group { $0.author }.having { $0.count > 1 }.count()
  return productive
}

func pages(_ books: EntityStore<Book>) throws -> [String] {
  let byTitle = books.query.order { $0.title.ascending }
  var titles: [String] = []
  var page = try byTitle.page(size: 2)
  titles += page.entities.map(\.title)
  while let next = page.next {
    page = try byTitle.page(size: 2, after: next)
    titles += page.entities.map(\.title)
  }
  return titles
}

func watchBooks(
  _ books: EntityStore<Book>,
  of author: Author,
  _ show: @escaping @Sendable (LiveCollection<Book>) -> Void
) -> AnyCancellable {
  let query = books.query.where { $0.author == author }.order { $0.title.ascending }
  return withGraphTracking { query.onChange { show($0) } }
}

func announceBooks(
  of author: Author,
  in books: EntityStore<Book>,
  _ announce: @escaping @Sendable (Book) -> Void
) -> AnyCancellable {
  let query = books.query.where { $0.author == author }
  return withGraphTracking {
    query.onDifference { books, difference in
      for book in difference?.insertions.map(\.element) ?? Array(books) { announce(book) }
    }
  }
}

struct Card: Equatable {
  let title: String
  let author: String
  let tagCount: Int
}

func observedValues(_ books: EntityStore<Book>) -> (Computed<[Card]>, Computed<Int>) {
  let byTitle = books.query.order { $0.title.ascending }
  let cards = Computed { _ in
    byTitle.live.wrappedValue.map { book in
      Card(title: book.title, author: book.author.name, tagCount: book.tags.count)
    }
  }
  let count = Computed { _ in (try? books.query.where { $0.title >= "K" }.fetchCount()) ?? 0 }
  return (cards, count)
}

func watchLongBooks(
  _ books: EntityStore<Book>,
  longerThan limit: Stored<Int>,
  _ show: @escaping @Sendable (LiveCollection<Book>) -> Void
) -> AnyCancellable {
  let long = books.query.filter { $0.title.count > limit.wrappedValue }
  return withGraphTracking { long.onChange { show($0) } }
}

func rawQueries(_ database: Database, _ books: EntityStore<Book>, longerThan limit: Int) throws
  -> ([Book], [SQLiteRow])
{
  let long = try books.query(
    sql: "SELECT id FROM books WHERE length(title) > \(limit) ORDER BY length(title)"
  ).fetch()
  let rows = try database.rows("SELECT name, count(*) AS n FROM tags GROUP BY name")
  return (long, rows)
}

func composedQuery(_ books: EntityStore<Book>, by authorIDs: [String], titled title: String?)
  throws -> [Book]
{
  var condition: SQL = "author_id IN \(authorIDs)"
  if let title { condition = "\(condition) AND title = \(title)" }
  let found = try books.query(sql: "SELECT id FROM books WHERE \(condition)").fetch()
  return found
}
