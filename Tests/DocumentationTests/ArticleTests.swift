import Foundation
import StateGraphPersistence
import TestSupport
import Testing

/// The code of the articles does what they say.
@Suite struct ArticleTests {
  let directory: TemporaryDirectory
  let database: Database

  init() throws {
    directory = try TemporaryDirectory()
    database = try Database(
      path: directory.file("sample.sqlite"),
      migrations: .directory(PackageRoot.migrations)
    )
    try database.write {
      try database.execute("INSERT INTO users VALUES ('ada', 'Ada', NULL)")
      try database.execute("INSERT INTO posts VALUES ('p1', 'Hello', '', 'ada')")
      try database.execute("INSERT INTO authors VALUES ('a1', 'Ada'), ('a2', 'Octavia')")
      try database.execute("INSERT INTO books VALUES ('b1', 'Notes', 'a1', NULL)")
      try database.execute("INSERT INTO tags VALUES ('t1', 'fiction'), ('t2', 'science')")
    }
  }

  private func entity<Element: Entity>(_ id: Element.TypedID) throws -> Element {
    try #require(try EntityStore<Element>(database).get(by: id))
  }

  private func create(_ definitions: [EntityDefinition]) throws {
    for definition in definitions {
      for statement in definition.tableDefinition.createStatements {
        try database.execute(statement)
      }
    }
  }

  // MARK: - The beginnings of articles

  @Test func `the first queries of their article`() throws {
    let live = try firstQueries(try EntityStore<Post>(database), try entity("ada"))
    #expect(live.wrappedValue.map(\.title) == ["Hello"])
    try database.execute("INSERT INTO posts VALUES ('p2', 'Hello again', '', 'ada')")
    #expect(live.wrappedValue.map(\.title) == ["Hello", "Hello again"])
  }

  @Test func `the first changes of relationships`() throws {
    let (book, tag): (Book, Tag) = (try entity("b1"), try entity("t1"))
    let octavia: Author = try entity("a2")
    try firstRelationships(try EntityStore<Book>(database), book, tag, octavia)
    #expect(book.tags.map(\.name) == ["fiction"])
    #expect(octavia.books.map(\.title) == ["Notes"])
    let ada: Author = try entity("a1")
    #expect(ada.books.isEmpty)
  }

  @Test func `the first write is one UPDATE`() throws {
    let ada: User = try entity("ada")
    let before = database.statementCounter.writeCount
    #expect(try firstTransactions(database, ada) == "Ada King, 1 posts")
    #expect(database.statementCounter.writeCount - before == 1)
    #expect(ada.bio == "Mathematician")
  }

  @Test func `the explanation of a write compiles and runs`() throws {
    let ada: User = try entity("ada")
    let subscription = withGraphTracking {
      ada.$name.onChange { _ in }
      ada.$bio.onChange { _ in }
    }
    firstExplanation(database, ada)
    subscription.cancel()
  }

  // MARK: - Articles

  @Test func `the article about queries shows the actual report of a commit`() throws {
    let (book, octavia): (Book, Author) = (try entity("b1"), try entity("a2"))
    let ada: Author = try entity("a1")
    #expect(ada.books.count == 1)
    let titles = Recorder<[String]>()
    let report = explainedMove(database, book, to: octavia) { titles.record($0.map(\.title)) }
    #expect(titles.elements == [[], ["Notes"]])
    let place = try #require(report.observers.first)
    #expect(
      report.description == """
        commit \(report.number) marked 2 nodes, 2 of them queries and relationships
          books: 1 updated (author_id)
          marked Author.books (2)
          called \(place.fileID ?? ""):\(place.line), observing Author.books, once
        """
    )
  }

  @Test func `relationships are changed through either side`() throws {
    let (book, octavia): (Book, Author) = (try entity("b1"), try entity("a2"))
    changeRelationships(book, octavia, try entity("t1"), try entity("t2"))
    #expect(octavia.books.map(\.title) == ["Notes", "Kindred"])
    #expect(book.tags.map(\.name) == ["fiction"])
    let fiction: Tag = try entity("t1")
    #expect(fiction.books.map(\.title) == ["Notes"])
    #expect(
      try prefetchBooks(try EntityStore<Book>(database)) == [
        "Notes by Octavia: fiction", "Kindred by Octavia: ",
      ]
    )
  }

  @Test func `a tree, and a link to the same type`() throws {
    try create([Folder._$definition, Person._$definition, Follow._$definition])
    let folders = try EntityStore<Folder>(database)
    let (root, child) = (Folder(id: "1", parent: nil), Folder(id: "2", parent: nil))
    folders.add([root, child])
    root.folders.append(child)
    #expect(child.parent === root)
    folders.delete("1")
    #expect(child.isDeleted)
    let people = try EntityStore<Person>(database)
    let (a, b) = (Person(id: "a", name: "A"), Person(id: "b", name: "B"))
    people.add([a, b])
    a.following.append(b)
    #expect(b.followers.map(\.name) == ["A"])
    #expect(b.following.isEmpty)
  }

  @Test func `queries of the article find the rows that fulfil their conditions`() throws {
    let (book, octavia): (Book, Author) = (try entity("b1"), try entity("a2"))
    let books = try EntityStore<Book>(database)
    books.add(Book(id: "b2", title: "Kindred", author: octavia))
    book.tags = [try entity("t1")]
    let found = try conditions(books, octavia).map { $0.map(\.title) }
    #expect(found == [["Kindred"], ["Notes", "Kindred"], ["Kindred"], ["Kindred"], ["Notes"]])
    let links = try EntityStore<BookTag>(database)
    #expect(try aggregates(books, links) == ["2", "false", "Notes", "0", "2"])
    #expect(try groups(books).isEmpty)
    let (long, rows) = try rawQueries(database, books, longerThan: 6)
    #expect(long.map(\.title) == ["Kindred"])
    #expect(rows.count == 2)
    #expect(try composedQuery(books, by: ["a1", "a2"], titled: nil).count == 2)
    let kindred = try composedQuery(books, by: ["a1", "a2"], titled: "Kindred")
    #expect(kindred.map(\.title) == ["Kindred"])
    #expect(try composedQuery(books, by: [], titled: nil).isEmpty)
  }

  @Test func `a selection over several tables and a count are observed`() throws {
    let (book, octavia): (Book, Author) = (try entity("b1"), try entity("a2"))
    let books = try EntityStore<Book>(database)
    let (cards, count) = observedValues(books)
    let told = Recorder<[Card]>()
    let counts = Recorder<Int>()
    let subscription = withGraphTracking {
      cards.onChange { told.record($0) }
      count.onChange { counts.record($0) }
    }
    octavia.name = "Octavia E."
    let ada: Author = try entity("a1")
    ada.name = "Ada King"
    book.tags = [try entity("t1")]
    book.title = "Diary"
    #expect(
      told.elements == [
        [Card(title: "Notes", author: "Ada", tagCount: 0)],
        [Card(title: "Notes", author: "Ada King", tagCount: 0)],
        [Card(title: "Notes", author: "Ada King", tagCount: 1)],
        [Card(title: "Diary", author: "Ada King", tagCount: 1)],
      ]
    )
    #expect(counts.elements == [1, 0])
    subscription.cancel()
  }

  @Test func `a live query with a closure`() throws {
    let limit = Stored(wrappedValue: 6)
    let told = Recorder<[String]>()
    let books = try EntityStore<Book>(database)
    let subscription = watchLongBooks(books, longerThan: limit) { told.record($0.map(\.title)) }
    try database.execute("UPDATE books SET title = 'Notes, and more' WHERE id = 'b1'")
    limit.wrappedValue = 90
    #expect(told.elements == [[], ["Notes, and more"], []])
    subscription.cancel()
  }

  @Test func `pages follow one another, and a watched query reports only changes of its rows`()
    throws
  {
    let books = try EntityStore<Book>(database)
    let ada: Author = try entity("a1")
    books.add((1...5).map { Book(id: .init("c\($0)"), title: "T\($0)", author: ada) })
    #expect(try pages(books) == ["Notes", "T1", "T2", "T3", "T4", "T5"])
    let told = Recorder<Int>()
    let subscription = watchBooks(books, of: ada) { told.record($0.count) }
    books.delete("c1")
    try database.execute("UPDATE tags SET name = 'x'")
    #expect(told.elements == [6, 5])
    subscription.cancel()
  }

  @Test func `a difference announces all entities once, and then each new one`() throws {
    let books = try EntityStore<Book>(database)
    let ada: Author = try entity("a1")
    let announced = Recorder<String>()
    let subscription = announceBooks(of: ada, in: books) { announced.record($0.title) }
    books.add(Book(id: "c1", title: "New", author: ada))
    books.delete("b1")
    #expect(announced.elements == ["Notes", "New"])
    subscription.cancel()
  }

  @Test func `a nested write is undone alone, an async one is awaited, a snapshot agrees`()
    async throws
  {
    let ada: User = try entity("ada")
    let users = try EntityStore<User>(database)
    try nested(database, users, ada)
    #expect(ada.name == "Ada King")
    #expect(ada.bio == nil)
    #expect(users.count == 1)
    #expect(try await rename(ada, in: database) == 1)
    #expect(ada.name == "Ada Lovelace")
    let (rows, posts) = try snapshot(database, ada)
    #expect(rows == posts)
  }

  @Test func `the article about entities shows the table that the type declares`() throws {
    let article = try String(
      contentsOfFile: PackageRoot.path
        + "/Sources/StateGraphPersistence/Documentation.docc/Entities.md",
      encoding: .utf8
    )
    for statement in Invoice._$definition.tableDefinition.createStatements {
      #expect(article.contains(statement.text))
    }
    try create([Customer._$definition, Invoice._$definition, InvoiceLine._$definition])
    let customer = Customer(id: UUID(), name: "Ada")
    try EntityStore<Customer>(database).insert(customer)
    let invoice = Invoice(id: 1, number: "1", total: Money(cents: 5), customer: customer)
    try EntityStore<Invoice>(database).insert(invoice)
    let lines = try EntityStore<InvoiceLine>(database)
    try lines.insert(InvoiceLine(invoice: invoice, place: 3, text: "x"))
    #expect(thirdLine(of: invoice, in: lines)?.text == "x")
    #expect(try database.rows("SELECT total_cents FROM invoices").first?[0] == .integer(5))
    let found = try EntityStore<Customer>(database).query.search("ada").fetch()
    #expect(found.first === customer)
  }

  @Test func `an order gets its identifier from the database, and lines follow it`() throws {
    try database.createTables(
      for: Order.self,
      Attachment.self,
      OrderLine.self,
      Shipment.self
    )
    let orders = try EntityStore<Order>(database)
    let attachments = try EntityStore<Attachment>(database)
    #expect(try addOrder(to: orders, attachments) == 1)
    let order = try #require(orders.get(by: 1))
    let lines = try EntityStore<OrderLine>(database)
    lines.add([2, 1].map { OrderLine(order: order, place: $0, text: "\($0)") })
    #expect(text(of: order) == "1\n2")
    let line = try #require(order.lines.last)
    #expect(try ship(line, by: "Grace", in: EntityStore<Shipment>(database)) == 1)
    #expect(line.shipments.map(\.carrier) == ["Grace"])
    let attachment = try #require(attachments.getAll().first)
    let id = attachment.id.raw.uuidString.lowercased()
    #expect("\(attachment)" == #"Attachment("\#(id)", name: "scan.pdf", order: Order(1))"#)
  }

  @Test func `properties and nodes over settings and cells read and write the file`() throws {
    let preferences = Preferences(database)
    preferences.theme.wrappedValue = "dark"
    preferences.recent.wrappedValue.append("a.txt")
    preferences.title.wrappedValue = "Set by a cell"
    let post: Post = try entity("p1")
    #expect(post.title == "Set by a cell")
    #expect(
      try database.rows("SELECT key, value FROM stategraph_settings ORDER BY key").map(\.values)
        == [[.text("recent"), .text("[\"a.txt\"]")], [.text("theme"), .text("dark")]]
    )
    Editor().fontSize = 14
    #expect(Editor().fontSize == 14)
  }

  @Test func `steps in SQL and in Swift`() throws {
    let people = try openPeople(directory.file("people.sqlite"))
    #expect(try people.rows("SELECT * FROM people").isEmpty)
    #expect(try people.rows("SELECT name FROM stategraph_migrations").count == 2)
  }

  @Test func `a database is copied, and opened in other ways`() throws {
    #expect(FileManager.default.changeCurrentDirectoryPath(PackageRoot.path))
    let copy = directory.file("copy.sqlite")
    try backUp(database, to: copy)
    let others = try openOtherwise(copy)
    #expect(throws: DatabaseError.self) { try others[0].execute("DELETE FROM posts") }
    #expect(try others.map { try $0.rows("SELECT * FROM posts").count } == [1, 0, 0])
    let failures = Recorder<String>()
    let reporting = try openReporting(directory.file("failing.sqlite")) { error in
      failures.record("\(error)")
    }
    try EntityStore<Post>(reporting).add(
      Post(id: "p", title: "t", author: User(id: "nobody", name: "x"))
    )
    #expect(failures.elements.count == 1)
  }

  // MARK: - Statements of the articles

  @Test func `the article's code names the violated rule, and decodes rows`() throws {
    let users = try EntityStore<User>(database)
    #expect(try registerAda(users) == "The name is taken.")
    try database.execute("DELETE FROM users")
    #expect(try registerAda(users) == "Welcome.")
    try database.execute("INSERT INTO posts VALUES ('p1', 'Hello', '', 'ada')")
    let (count, titles, summaries) = try summarize(database)
    #expect(count == 1)
    #expect(titles == ["Hello"])
    #expect(summaries == [AuthorSummary(author: "ada", postCount: 1)])
  }

  @Test func `isDeleted changes with the commit, and ignores the time of a snapshot`() throws {
    let (post, ada): (Post, User) = (try entity("p1"), try entity("ada"))
    let database = database
    try database.write {
      try database.execute("DELETE FROM posts")
      #expect(!post.isDeleted)
    }
    #expect(post.isDeleted)
    try database.read {
      try withThread { try database.execute("DELETE FROM users") }
      #expect(ada.isDeleted)
      #expect(ada.name == "Ada")
      #expect(try database.rows("SELECT * FROM users").count == 1)
    }
    #expect(post.title == "Hello")
  }

  @Test func `a property that is set inside a snapshot fails and is as it was`() throws {
    let path = directory.file("reporting.sqlite")
    let failures = Recorder<DatabaseError>()
    #expect(FileManager.default.changeCurrentDirectoryPath(PackageRoot.path))
    let reporting = try openReporting(path) { error in
      if let error = error as? DatabaseError { failures.record(error) }
    }
    let ada = User(id: "ada", name: "Ada")
    try EntityStore<User>(reporting).insert(ada)
    try reporting.read { ada.name = "B" }
    #expect(failures.elements.map(\.code) == [.misuse])
    #expect(ada.name == "Ada")
  }

  @Test func `an entity with a required reference cannot be removed from the relationship`() throws
  {
    let ada: Author = try entity("a1")
    let error = #expect(throws: DatabaseError.self) { try database.write { ada.books = [] } }
    #expect(error?.code == .misuse)
    #expect(ada.books.count == 1)
  }

  @Test func `after close, entities keep their values, and reads of the file fail`() throws {
    let ada: User = try entity("ada")
    let users = try EntityStore<User>(database)
    try database.close()
    #expect(ada.name == "Ada")
    let error = #expect(throws: DatabaseError.self) { try database.rows("SELECT 1") }
    #expect(error?.code == .closed)
    #expect(users.count == 0)
    #expect(users.getAll().isEmpty)
    #expect(!users.contains("ada"))
    #expect(users.get(by: "bob") == nil)
    #expect(throws: DatabaseError.self) { try users.query.fetchFirst() }
  }

  @Test func `columns that a type does not declare are left as they are`() throws {
    try database.execute("ALTER TABLE users ADD COLUMN age INTEGER DEFAULT 7")
    try database.execute("UPDATE users SET age = 36")
    let users = try EntityStore<User>(database)
    users.add([User(id: "ada", name: "Ada King"), User(id: "new", name: "New")])
    let ages = try database.rows("SELECT age FROM users ORDER BY id").map { $0[0] }
    #expect(ages == [.integer(36), .integer(7)])
  }

  @Test func `the error of a store whose table lacks a column names the column`() throws {
    try database.execute("ALTER TABLE users DROP COLUMN short_bio")
    let error = #expect(throws: DatabaseError.self) { try EntityStore<User>(database) }
    #expect(error?.code == .schemaMismatch)
    #expect(error?.message.contains("short_bio") == true)
  }
}
