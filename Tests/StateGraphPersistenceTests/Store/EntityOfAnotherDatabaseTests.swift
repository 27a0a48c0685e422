import SampleDomains
import StateGraphPersistence
import TestSupport
import Testing

/// Two databases with rows of the same keys. An entity of one is never a row of the other.
@Suite struct EntityOfAnotherDatabaseTests {
  let here: SocialDatabase
  let there: SocialDatabase
  let own = User(id: "ada", name: "own")
  let foreign = User(id: "ada", name: "foreign")
  let post: Post
  let foreignPost: Post

  init() throws {
    (here, there) = (try SocialDatabase(), try SocialDatabase())
    here.users.add(own)
    there.users.add(foreign)
    post = Post(id: "p", title: "own", author: own)
    foreignPost = Post(id: "p", title: "foreign", author: foreign)
    here.posts.add(post)
    there.posts.add(foreignPost)
  }

  private func expectRefusal(_ error: (any Error)?) {
    guard let error = error as? DatabaseError else {
      Issue.record("no error was thrown, but \(String(describing: error))")
      return
    }
    #expect(error.code == .misuse)
    for path in [here, there].map({ $0.path }) {
      #expect(error.message.contains(path), "\(error)")
    }
  }

  /// A failed assignment is passed to `onWriteFailure` once, and both files are unchanged.
  private func expectOneFailure() throws {
    let failures = here.failures.drain()
    #expect(failures.count == 1)
    expectRefusal(failures.first)
    try expectUnchanged()
  }

  private func expectUnchanged() throws {
    #expect(there.failures.elements.isEmpty)
    #expect(post.author === own)
    #expect(foreignPost.author === foreign)
    #expect(own.posts.isIdentical(to: [post]))
    #expect(foreign.posts.isIdentical(to: [foreignPost]))
    #expect(try here.differencesFromFile() == [])
    #expect(try there.differencesFromFile() == [])
  }

  // MARK: Assignments

  @Test func `a reference to it is refused, and nothing is written`() throws {
    let before = here.database.statementCounts
    post.author = foreign
    #expect((here.database.statementCounts - before).writes == 0)
    try expectOneFailure()
  }

  @Test func `a reference to it is refused on another thread`() throws {
    try withThread { [post, foreign] in post.author = foreign }
    try expectOneFailure()
  }

  @Test func `a reference to it is refused through the node of the property`() throws {
    post.$author.wrappedValue = foreign
    try expectOneFailure()
  }

  @Test func `a reference to it undoes the write that sets it`() throws {
    let error = #expect(throws: DatabaseError.self) {
      try here.database.write {
        post.title = "undone"
        post.author = foreign
      }
    }
    expectRefusal(error)
    #expect(post.title == "own")
    #expect(here.failures.elements.isEmpty)
    try expectUnchanged()
  }

  @Test func `a reference to it undoes the nested write that sets it, and no more`() throws {
    try here.database.write {
      post.title = "kept"
      let error = #expect(throws: DatabaseError.self) {
        try here.database.write {
          post.content = "undone"
          post.author = foreign
        }
      }
      expectRefusal(error)
    }
    #expect([post.title, post.content] == ["kept", ""])
    try expectUnchanged()
  }

  @Test func `a write of both databases does not mix them`() throws {
    let error = #expect(throws: DatabaseError.self) {
      try there.database.write { try here.database.write { post.author = foreign } }
    }
    expectRefusal(error)
    try expectUnchanged()
  }

  @Test func `inside a snapshot a reference to it is refused as every write is`() throws {
    here.database.withSnapshot { post.author = foreign }
    #expect(here.failures.drain().map(\.code) == [.misuse])
    try expectUnchanged()
  }

  @Test func `the entity of a deleted row still belongs to its database`() throws {
    foreign.posts.forEach { there.posts.delete($0.typedID) }
    there.users.delete("ada")
    #expect(foreign.isDeleted)
    post.author = foreign
    expectRefusal(here.failures.drain().first)
    #expect(post.author === own)
  }

  @Test func `an entity without a row belongs to no database`() throws {
    post.author = User(id: "nobody", name: "")
    #expect(here.failures.drain().map(\.code) == [.constraint])
    post.author = User(id: "ada", name: "without a row")
    #expect(here.failures.elements.isEmpty)
    try expectUnchanged()
  }

  @Test func `another Database of the same file is another database`() throws {
    let path = here.path
    let other = try #require(try EntityStore<User>(Database(path: path)).get(by: "ada"))
    post.author = other
    let error = try #require(here.failures.drain().first)
    #expect(error.code == .misuse)
    #expect(error.message.contains("another Database"))
    #expect(post.author === own)
  }

  @Test func `databases in memory are distinguished, and named in the error`() throws {
    let memories = [try SocialDatabase(inMemory: true), try SocialDatabase(inMemory: true)]
    for memory in memories { memory.users.add(User(id: "ada", name: "")) }
    let foreign = try #require(memories[1].users.get(by: "ada"))
    let error = #expect(throws: DatabaseError.self) {
      try memories[0].posts.insert(Post(id: "p", title: "", author: foreign))
    }
    #expect(error?.code == .misuse)
    #expect(error?.message.contains("an in-memory database") == true)
  }

  // MARK: Additions

  @Test func `a foreign entity cannot be added`() throws {
    expectRefusal(#expect(throws: DatabaseError.self) { try here.users.upsert(foreign) })
    expectRefusal(#expect(throws: DatabaseError.self) { try here.users.insert(foreign) })
    here.users.add(foreign)
    try expectOneFailure()
    #expect(own.name == "own" && foreign.name == "foreign")
  }

  @Test func `a new entity that refers to a foreign entity is refused when it is added`() throws {
    let new = Post(id: "new", title: "new", author: foreign)
    #expect(new.author === foreign)
    here.posts.add(new)
    try expectOneFailure()
    expectRefusal(#expect(throws: DatabaseError.self) { try here.posts.insert(new) })
    new.author = own
    try here.posts.insert(new)
    #expect(own.posts.isIdentical(to: [new, post]))
  }

  @Test func `a new entity that refers to a foreign entity can be added to the foreign database`()
    throws
  {
    let new = Post(id: "new", title: "new", author: foreign)
    #expect(throws: DatabaseError.self) { try here.posts.insert(new) }
    try there.posts.insert(new)
    #expect(new.author === foreign)
    #expect(foreign.posts.isIdentical(to: [new, foreignPost]))
    #expect(here.posts.get(by: "new") == nil)
  }

  @Test func `a refused addition can be caught inside a write`() throws {
    let new = Post(id: "new", title: "new", author: foreign)
    try here.database.write {
      expectRefusal(#expect(throws: DatabaseError.self) { try here.posts.insert(new) })
      post.title = "kept"
    }
    #expect(post.title == "kept")
    #expect(new.author === foreign)
    try expectUnchanged()
  }

  // MARK: To-many relationships

  @Test func `a foreign entity cannot become a child`() throws {
    own.posts.append(foreignPost)
    try expectOneFailure()
    own.posts = [foreignPost]
    try expectOneFailure()
    own.posts.insert(foreignPost, at: 0)
    try expectOneFailure()
  }

  @Test func `an owner without a row keeps it as a child, and cannot be added with it`() throws {
    let bob = User(id: "bob", name: "Bob")
    bob.posts = [foreignPost]
    here.users.add(bob)
    try expectOneFailure()
    #expect(here.users.get(by: "bob") == nil)
    bob.posts = []
    here.users.add(bob)
    #expect(here.users.get(by: "bob") === bob)
  }

  @Test func `a link to it is refused, and no other link changes`() throws {
    let (book, tag, foreignTag) = (try book(here), try tag(here), try tag(there))
    book.tags = [tag]
    book.tags.append(foreignTag)
    try expectOneFailure()
    book.tags = [foreignTag]
    try expectOneFailure()
    #expect(book.tags.isIdentical(to: [tag]))
    book.tags.removeAll { $0 === tag }
    #expect(book.tags.isEmpty)
    #expect(here.failures.elements.isEmpty)
  }

  @Test func `an added link to it is refused, though its key would fit`() throws {
    let (book, foreignTag) = (try book(here), try tag(there))
    _ = try tag(here)
    let link = BookTag(book: book, tag: foreignTag)
    let error = #expect(throws: DatabaseError.self) {
      try EntityStore<BookTag>(here.database).insert(link)
    }
    expectRefusal(error)
    #expect(book.tags.isEmpty)
  }

  private func book(_ social: SocialDatabase) throws -> Book {
    let author = Author(id: "a", name: "A")
    try EntityStore<Author>(social.database).insert(author)
    let book = Book(id: "b", title: "B", author: author)
    try EntityStore<Book>(social.database).insert(book)
    return book
  }

  private func tag(_ social: SocialDatabase) throws -> SampleDomains.Tag {
    let tag = SampleDomains.Tag(id: "t", name: "T")
    try EntityStore<SampleDomains.Tag>(social.database).insert(tag)
    return tag
  }

  // MARK: Queries

  private static let conditions: [@Sendable (QueryRow<Post>, User, Post) -> QueryCondition] = [
    { row, user, _ in row.author == user }, { row, user, _ in row.author != user },
    { row, user, _ in !(row.author == user) }, { row, user, _ in row.author.in([user]) },
    { row, user, _ in row.title == "x" || row.author == user },
    { row, _, post in row == post }, { row, _, post in row.in([post]) },
    { row, user, _ in row.comments.exists { $0.author == user } },
    { row, user, _ in row.comments.count { $0.author == user } > 0 },
    { row, _, post in row.author.posts.exists { $0 == post } },
  ]

  @Test(arguments: conditions.indices)
  func `a condition with it throws whenever the query is read`(index: Int) throws {
    let condition = Self.conditions[index]
    let query = here.posts.query.where { condition($0, foreign, foreignPost) }
    let reads: [() throws -> Void] = [
      { _ = try query.fetch() }, { _ = try query.fetchFirst() }, { _ = try query.fetchCount() },
      { _ = try query.exists() }, { _ = try query.page(size: 2) }, { _ = try query.plan },
      { _ = try query.min { $0.title } }, { _ = try query.group { $0.title }.count() },
    ]
    for read in reads {
      expectRefusal(#expect(throws: DatabaseError.self) { try read() })
      expectRefusal(#expect(throws: DatabaseError.self) { try here.database.write(read) })
      expectRefusal(#expect(throws: DatabaseError.self) { try here.database.read(read) })
    }
    let live = query.live
    #expect(live.wrappedValue.isEmpty)
    // The same condition with the database's own entities, and with entities without a row.
    let ownQuery = here.posts.query.where { condition($0, own, post) }
    _ = try ownQuery.fetch()
    let without = User(id: "ada", name: "")
    let withoutQuery = here.posts.query.where {
      condition($0, without, Post(id: "p", title: "", author: without))
    }
    #expect(try withoutQuery.fetch().isIdentical(to: ownQuery.fetch()))
  }

  @Test func `an order that counts it throws`() throws {
    let query = here.posts.query.order { row in
      row.comments.count { $0.author == foreign }.descending
    }
    expectRefusal(#expect(throws: DatabaseError.self) { try query.fetch() })
  }

  @Test func `one foreign entity in a list is enough for an error`() throws {
    let users = (0..<100).map { User(id: "u\($0)", name: "") }
    here.users.add(users)
    #expect(try here.posts.query.where { $0.author.in(users + [own]) }.fetch().count == 1)
    let query = here.posts.query.where { $0.author.in(users + [own, foreign]) }
    expectRefusal(#expect(throws: DatabaseError.self) { try query.fetch() })
    #expect(try here.posts.query.where { $0.author.in([]) }.fetch().isEmpty)
  }

  @Test func `a store in memory has entities of any database`() throws {
    let posts = EntityStore<Post>()
    posts.add(foreignPost)
    #expect(try posts.query.where { $0.author == foreign }.fetch().isIdentical(to: [foreignPost]))
  }

  // MARK: Prefetching

  @Test func `entities of two databases cannot be prefetched together`() throws {
    let mixed = [post, foreignPost]
    expectRefusal(#expect(throws: DatabaseError.self) { try mixed.prefetch(.one(\.author)) })
    expectRefusal(#expect(throws: DatabaseError.self) { try mixed.prefetch(.many(\.$comments)) })
    try [foreignPost].prefetch(.one(\.author), .many(\.$comments))
    try [post, Post(id: "new", title: "", author: own)].prefetch(.one(\.author))
  }
}

extension Database {
  /// Runs `body`, which cannot throw, in a snapshot.
  fileprivate func withSnapshot(_ body: () -> Void) {
    do { try read { body() } } catch { Issue.record(error) }
  }
}
