import SampleDomains
import StateGraphPersistence
import TestSupport
import Testing

/// Loading relationships of many entities at once.
@Suite struct PrefetchTests {
  let directory: TemporaryDirectory
  let path: String

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.file("library.sqlite")
    let database = try Database(path: path, migrations: .directory(PackageRoot.migrations))
    try database.write {
      for number in 0..<300 {
        let author: SQL = "INSERT INTO authors VALUES (\("a\(number)"), \("Author \(number)"))"
        try database.execute(author)
        try database.execute("INSERT INTO tags VALUES (\("t\(number)"), \("Tag \(number)"))")
      }
      for number in 0..<1_000 {
        try database.execute(
          """
          INSERT INTO books VALUES (\("b\(number)"), 'Title', \("a\(number % 300)"), NULL)
          """
        )
        try database.execute(
          """
          INSERT INTO book_tags VALUES (\("b\(number)"), \("t\(number % 300)"), 1),
            (\("b\(number)"), \("t\((number + 7) % 300)"), 0)
          """
        )
      }
    }
  }

  @Test func `a thousand books with their authors are two SELECTs`() throws {
    let database = try Database(path: path)
    let books = try EntityStore<Book>(database).getAll()
    _ = try EntityStore<Author>(database)
    let before = database.statementCounts
    try books.prefetch(.one(\.author))
    let names = Set(books.map(\.author.name))
    #expect(names.count == 300)
    #expect((database.statementCounts - before).reads == 1)
  }

  @Test func `the books of all authors are one SELECT, and stay fresh`() throws {
    let database = try Database(path: path)
    let authors = try EntityStore<Author>(database).getAll()
    _ = try EntityStore<Book>(database)
    let before = database.statementCounts
    try authors.prefetch(.many(\.$books))
    let counted = authors.map(\.books.count)
    #expect(counted.reduce(0, +) == 1_000)
    #expect((database.statementCounts - before).reads <= 2)
    try database.execute("DELETE FROM books WHERE id = 'b0'")
    #expect(authors.first { $0.typedID.raw == "a0" }?.books.count == 3)
  }

  @Test func `the tags of all books are two SELECTs, in their order`() throws {
    let database = try Database(path: path)
    let books = try EntityStore<Book>(database).getAll()
    _ = (try EntityStore<SampleDomains.Tag>(database), try EntityStore<BookTag>(database))
    let before = database.statementCounts
    try books.prefetch(.many(\.$tags))
    for book in books {
      let number = Int(book.typedID.raw.dropFirst()) ?? 0
      #expect(book.tags.map(\.name) == ["Tag \((number + 7) % 300)", "Tag \(number % 300)"])
    }
    #expect((database.statementCounts - before).reads <= 3)
  }

  @Test func `a commit between prefetching and reading is not lost`() throws {
    let database = try Database(path: path)
    let authors = try EntityStore<Author>(database).getAll()
    try authors.prefetch(.many(\.$books))
    try database.execute("UPDATE books SET author_id = 'a1' WHERE author_id = 'a0'")
    #expect(authors.first { $0.typedID.raw == "a0" }?.books.isEmpty == true)
    #expect(authors.first { $0.typedID.raw == "a1" }?.books.count == 8)
  }

  @Test func `nothing to prefetch is no statement`() throws {
    let database = try Database(path: path)
    let before = database.statementCounts
    try [Book]().prefetch(.one(\.author), .many(\.$tags))
    #expect(database.statementCounts == before)
  }
}
