import Foundation
import StateGraphPersistence
import TestSupport
import Testing

// The code of the articles "Coming from GRDB" and "Coming from Core Data", as it stands there.

@Entity(id: Int64.self, table: "player")
final class Player {
  @GraphStored var name: String
  @GraphStored var score: Int
  @GraphStored @Column("createdAt") var created: Date
}

private func raise(_ players: EntityStore<Player>) {
  players.get(by: 1)?.score += 10  // UPDATE player SET score = ? WHERE id = ?
}

private func transfer(_ database: Database, from first: Player, to second: Player) throws {
  try database.write {
    first.score -= 10
    second.score += 10
  }
}

private func watchBest(
  _ players: EntityStore<Player>,
  _ show: @escaping @Sendable ([String]) -> Void
) -> AnyCancellable {
  let best = players.query.where { $0.score > 9 }.order { $0.name.ascending }
  let names = Computed { _ in best.live.wrappedValue.map(\.name) }
  let subscription = withGraphTracking { names.onChange { show($0) } }
  return subscription
}

private func addBook(_ database: Database, _ books: EntityStore<Book>, by octavia: Author)
  async throws -> Book
{
  let book = try await database.write {
    let book = Book(id: "b9", title: "Dawn", author: octavia)
    try books.insert(book)
    return book
  }
  book.title = "Dawn (1987)"
  return book
}

private struct BookEditor {
  var title: String
  var author: Author
}

private func save(_ editor: BookEditor, to book: Book, in database: Database) throws {
  try database.write {
    book.title = editor.title
    book.author = editor.author
  }
}

private func watchTitles(
  _ books: EntityStore<Book>,
  _ apply: @escaping @Sendable ([String], Bool) -> Void
) -> AnyCancellable {
  let subscription = withGraphTracking {
    books.query.order { $0.title.ascending }.onDifference { books, difference in
      apply(books.map(\.title), difference == nil)
    }
  }
  return subscription
}

// The code of the article "Entities" about JSON, and of the decision about what SQL does.

extension Book: Encodable {}

private func encodeBooks(_ books: EntityStore<Book>, by octavia: Author) throws -> Data {
  let body = try JSONEncoder().encode(books.query.where { $0.author == octavia }.fetch())
  return body
}

struct BookUpdate: Decodable {
  let id: String
  let title: String
}

private func applyUpdate(_ books: EntityStore<Book>, _ body: Data) throws {
  let update = try JSONDecoder().decode(BookUpdate.self, from: body)
  books.get(by: .init(update.id))?.title = update.title
}

struct BookGroup: Decodable, Sendable, Equatable {
  let author: String
  let initial: String
  let count: Int
  let longest: Int
}

private func groupBooks(_ database: Database) throws -> Computed<[BookGroup]> {
  let groups = try database.live(
    BookGroup.self,
    sql: """
      SELECT author_id AS author, substr(title, 1, 1) AS initial,
        count(*) AS count, max(length(title)) AS longest
      FROM books GROUP BY author_id, initial ORDER BY author_id, initial
      """
  )
  return groups
}

private func openItem(
  _ database: Database,
  _ items: EntityStore<WorkItem>,
  of project: Project
) throws -> WorkItem {
  let item = try database.write {
    if let open = try items.query.where({ $0.project == project && !$0.isClosed }).fetchFirst() {
      open.position = 0
      return open
    }
    let item = WorkItem(position: 0, project: project)
    try items.insert(item)
    return item
  }
  return item
}

struct BookLine: Decodable, Sendable, Equatable {
  let id: String
  let line: String
}

private func watchView(_ database: Database) throws -> Computed<[BookLine]> {
  let lines = try database.live(BookLine.self, sql: "SELECT id, line FROM book_lines ORDER BY id")
  return lines
}

@Suite struct ComingFromTests {
  @Test func `a file that GRDB wrote is opened, changed and observed`() throws {
    let article = try DocumentationSource.text(ofArticle: "ComingFromGRDB")
    let migrations = DocumentationSource.blocks("sql", in: article)
    try #require(migrations.count == 2)
    let directory = try TemporaryDirectory()
    let path = directory.file("grdb.sqlite")
    // A file that GRDB has left, with its own table of migrations and its text form of a date.
    let before = try Database(path: path)
    try before.execute("CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)")
    try before.execute(SQL.raw(migrations[0]))
    try before.execute(
      "INSERT INTO player VALUES (1, 'Ada', 5, '2026-11-23 18:12:13.500'), (2, 'Bo', 9, '2026-11-23 18:12:13.000')"
    )
    try before.close()
    try directory.write(migrations[0], to: "0001_create_player.sql")
    try directory.write(migrations[1], to: "0002_rebuild_player.sql")
    let database = try Database(path: path, migrations: .directory(directory.path))
    let players = try EntityStore<Player>(database)
    let ada = try #require(players.get(by: 1))
    let bo = try #require(players.get(by: 2))
    #expect(ada.created.timeIntervalSince(bo.created) == 0.5)
    let names = Recorder<[String]>()
    let subscription = watchBest(players) { names.record($0) }
    raise(players)
    try transfer(database, from: ada, to: bo)
    bo.name = "Bob"
    #expect(names.elements == [[], ["Ada"], ["Bo"], ["Bob"]])
    #expect(ada.score == 5)
    #expect(bo.score == 19)
    subscription.cancel()
  }

  @Test func `an object that a task has made is used by another thread`() async throws {
    let database = try Database.temporary(migrations: .directory(PackageRoot.migrations))
    let octavia = Author(id: "a1", name: "Octavia")
    try EntityStore<Author>(database).insert(octavia)
    let books = try EntityStore<Book>(database)
    let titles = Recorder<[String]>()
    let firsts = Recorder<Bool>()
    let subscription = watchTitles(books) {
      titles.record($0)
      firsts.record($1)
    }
    let book = try await addBook(database, books, by: octavia)
    try save(BookEditor(title: "Dawn", author: octavia), to: book, in: database)
    #expect(titles.elements == [[], ["Dawn"]])
    #expect(firsts.elements == [true, false])
    subscription.cancel()
  }

  private func library() throws -> (Database, EntityStore<Book>, Author) {
    let database = try Database.temporary()
    try database.createTables(for: Author.self, Book.self, Project.self, WorkItem.self)
    let octavia = Author(id: "octavia", name: "Octavia")
    try EntityStore<Author>(database).insert(octavia)
    let books = try EntityStore<Book>(database)
    try books.insert(Book(id: "b9", title: "Dawn", author: octavia))
    return (database, books, octavia)
  }

  @Test func `an entity is written as JSON, and changed by JSON`() throws {
    let (_, books, octavia) = try library()
    let body = try encodeBooks(books, by: octavia)
    let found = try JSONDecoder().decode([[String: String]].self, from: body)
    #expect(found == [["id": "b9", "title": "Dawn", "author": "octavia"]])
    try applyUpdate(books, Data(#"{"id":"b9","title":"Dawn (1987)"}"#.utf8))
    #expect(books.get(by: "b9")?.title == "Dawn (1987)")
  }

  @Test func `groups by two keys and a view are typed and live`() throws {
    let (database, books, octavia) = try library()
    try database.execute("CREATE VIEW book_lines AS SELECT id, title || '.' AS line FROM books")
    let (groups, lines) = (try groupBooks(database), try watchView(database))
    #expect(
      groups.wrappedValue == [BookGroup(author: "octavia", initial: "D", count: 1, longest: 4)]
    )
    #expect(lines.wrappedValue == [BookLine(id: "b9", line: "Dawn.")])
    books.add(Book(id: "b8", title: "Devil", author: octavia))
    #expect(
      groups.wrappedValue == [BookGroup(author: "octavia", initial: "D", count: 2, longest: 5)]
    )
    #expect(lines.wrappedValue.map(\.line) == ["Devil.", "Dawn."])
  }

  @Test func `a row of a partial unique index is found or inserted in a write`() throws {
    let (database, _, _) = try library()
    try database.execute("CREATE UNIQUE INDEX one ON work_items (project_id) WHERE NOT is_closed")
    let project = Project(name: "move")
    try EntityStore<Project>(database).insert(project)
    let items = try EntityStore<WorkItem>(database)
    let first = try openItem(database, items, of: project)
    #expect(try openItem(database, items, of: project) === first)
    first.isClosed = true
    #expect(try openItem(database, items, of: project) !== first)
    #expect(items.count == 2)
  }
}
