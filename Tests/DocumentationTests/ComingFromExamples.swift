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
}
