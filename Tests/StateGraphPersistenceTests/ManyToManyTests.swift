import SampleDomains
import StateGraphPersistence
import StateGraphTesting
import TestSupport
import Testing

/// Books and tags, linked by rows with an order.
@Suite(.database(.book)) struct ManyToManyTests {
  let database: Database
  let books: EntityStore<Book>
  let tags: EntityStore<SampleDomains.Tag>
  let links: EntityStore<BookTag>
  let book: Book

  init() throws {
    database = try TestDatabase.current.database
    books = try EntityStore<Book>(database)
    tags = try EntityStore<SampleDomains.Tag>(database)
    links = try EntityStore<BookTag>(database)
    book = try TestDatabase.current[Book.self, "b"]
  }

  private func tag(_ name: String) -> SampleDomains.Tag {
    let tag = SampleDomains.Tag(id: name, name: name)
    tags.add(tag)
    return tag
  }

  private func rows() throws -> [String] {
    try database.rows("SELECT tag_id, position FROM book_tags ORDER BY position, tag_id").map {
      row in
      "\(row[0].text) \(row[1].integer)"
    }
  }

  @Test func `links that SQL makes are seen, in their order`() throws {
    let (x, y) = (tag("x"), tag("y"))
    let told = Recorder<[String]>()
    let subscription = withGraphTracking {
      book.$tags.onChange { told.record($0.map(\.name)) }
    }
    try database.execute("INSERT INTO book_tags VALUES ('b', 'x', 1), ('b', 'y', 0)")
    #expect(book.tags.map(\.name) == ["y", "x"])
    try database.execute("UPDATE book_tags SET position = 2 WHERE tag_id = 'y'")
    #expect(book.tags == [x, y])
    try database.execute("DELETE FROM tags WHERE id = 'x'")
    #expect(book.tags == [y])
    #expect(told.elements == [[], ["y", "x"], ["x", "y"], ["y"]])
    #expect(y.books == [book])
    #expect(x.isDeleted)
    subscription.cancel()
  }

  @Test func `appending, removing and reordering write only the links that differ`() throws {
    let (x, y, z) = (tag("x"), tag("y"), tag("z"))
    book.tags.append(x)
    book.tags += [y, z]
    #expect(try rows() == ["x 0", "y 1", "z 2"])
    #expect(z.books == [book])
    book.tags.remove(at: 0)
    // The other links keep their positions, which may have gaps.
    #expect(try rows() == ["y 1", "z 2"])
    book.tags.swapAt(0, 1)
    #expect(book.tags == [z, y])
    let writes = database.statementCounter.writeCount
    book.tags = [z, y]
    #expect(database.statementCounter.writeCount - writes <= 3)
    book.tags = []
    #expect(try rows().isEmpty)
    #expect(x.books.isEmpty)
  }

  @Test func `a link is an entity with attributes of its own`() throws {
    let x = tag("x")
    let link = BookTag(book: book, tag: x, position: 7)
    links.add(link)
    #expect(book.tags == [x])
    #expect(links.get(by: .init(CompositeKey("b", "x"))) === link)
    link.position = 3
    #expect(try rows() == ["x 3"])
    links.delete(link.typedID)
    #expect(link.isDeleted)
    #expect(book.tags.isEmpty)
  }

  @Test func `links that are assigned before the book is added are stored with it`() throws {
    let draft = Book(id: "d", title: "Draft", author: book.author)
    draft.tags = [SampleDomains.Tag(id: "new", name: "new"), tag("old")]
    #expect(draft.tags.map(\.name) == ["new", "old"])
    #expect(try rows().isEmpty)
    books.add(draft)
    #expect(draft.tags.map(\.name) == ["new", "old"])
    #expect(try rows() == ["new 0", "old 1"])
    #expect(tags.count == 2)
  }

  @Test func `an undone write leaves the links as they were`() throws {
    let (x, y) = (tag("x"), tag("y"))
    book.tags = [x]
    struct Stop: Error {}
    #expect(throws: Stop.self) {
      try database.write {
        book.tags = [y, x]
        #expect(book.tags == [y, x])
        throw Stop()
      }
    }
    #expect(book.tags == [x])
    #expect(try rows() == ["x 0"])
  }

  @Test func `twice the same tag is refused as the table says`() throws {
    let x = tag("x")
    #expect(throws: DatabaseError.self) { try database.write { book.tags = [x, x] } }
    #expect(book.tags.isEmpty)
  }

  @Test func `links of another book call no observer and read nothing`() throws {
    let other = Book(id: "o", title: "Other", author: book.author)
    books.add(other)
    let x = tag("x")
    #expect(book.tags.isEmpty)
    let calls = Recorder<Int>()
    let subscription = withGraphTracking { book.$tags.onChange { calls.record($0.count) } }
    let reads = database.statementCounter.readCount
    try database.execute("INSERT INTO book_tags VALUES ('o', 'x', 0)")
    #expect(database.statementCounter.readCount == reads)
    #expect(calls.elements == [0])
    #expect(other.tags == [x])
    subscription.cancel()
  }
}

extension SQLiteValue {
  fileprivate var text: String { if case .text(let text) = self { text } else { "" } }
  fileprivate var integer: Int64 { if case .integer(let integer) = self { integer } else { -1 } }
}

extension [SampleDomains.Tag] {
  static func == (left: [SampleDomains.Tag], right: [SampleDomains.Tag]) -> Bool {
    left.elementsEqual(right, by: ===)
  }
}

extension [Book] {
  static func == (left: [Book], right: [Book]) -> Bool { left.elementsEqual(right, by: ===) }
}
