import SampleDomains
import StateGraphPersistence

/// The stores of one open database.
struct Stores: Sendable {
  let users: EntityStore<User>
  let posts: EntityStore<Post>
  let comments: EntityStore<Comment>
  let authors: EntityStore<Author>
  let books: EntityStore<Book>

  init(_ database: Database) throws {
    users = try EntityStore(database)
    posts = try EntityStore(database)
    comments = try EntityStore(database)
    authors = try EntityStore(database)
    books = try EntityStore(database)
  }

  func user(_ number: Int) -> User? { users.get(by: .init(Kind.user.id(number % 8))) }
}

/// An entity type of the model.
protocol Modelled: Entity where TypedIdentifierRawValue == String {
  /// All rows in key order, with the columns of `image`.
  static var selection: SQL { get }
  static func store(_ stores: Stores) -> EntityStore<Self>
  /// Makes a new object, or returns nil if a parent is missing.
  static func make(_ id: String, _ text: String, _ parents: [Int], _ stores: Stores) -> Self?
  /// The values of the properties.
  var image: [SQLiteValue] { get }
  /// The relationships of this object, each with its name and its children.
  var children: [(name: String, entities: [any Modelled])] { get }
  func set(_ property: Int, _ value: Int, _ stores: Stores)
}

extension Modelled {
  var rawID: String { typedID.raw }
  /// For each relationship, its name and a SELECT of (parent, child) pairs in the order of the
  /// children.
  static var childSelections: [(name: String, sql: SQL)] {
    switch Self.self {
    case is User.Type:
      [
        ("posts", "SELECT author_id, id FROM posts ORDER BY id"),
        ("comments", "SELECT author_id, id FROM comments ORDER BY id"),
      ]
    case is Post.Type: [("comments", "SELECT post_id, id FROM comments ORDER BY id")]
    case is Author.Type: [("books", "SELECT author_id, id FROM books ORDER BY id")]
    default: []
    }
  }
}

extension Kind {
  var type: any Modelled.Type {
    switch self {
    case .user: User.self
    case .post: Post.self
    case .comment: Comment.self
    case .author: Author.self
    case .book: Book.self
    }
  }
}

extension User: Modelled {
  static var selection: SQL { "SELECT id, name, short_bio FROM users ORDER BY id" }
  static func store(_ stores: Stores) -> EntityStore<User> { stores.users }
  static func make(_ id: String, _ text: String, _ parents: [Int], _ stores: Stores) -> User? {
    User(id: id, name: text, bio: parents.first.flatMap { $0 % 3 == 0 ? nil : Texts[$0] })
  }
  var image: [SQLiteValue] { [.text(rawID), .text(name), bio.value] }
  var children: [(name: String, entities: [any Modelled])] {
    [("posts", posts), ("comments", comments)]
  }
  func set(_ property: Int, _ value: Int, _ stores: Stores) {
    if property == 0 { name = Texts[value] } else { bio = value % 3 == 0 ? nil : Texts[value] }
  }
}

extension Post: Modelled {
  static var selection: SQL { "SELECT id, title, content, author_id FROM posts ORDER BY id" }
  static func store(_ stores: Stores) -> EntityStore<Post> { stores.posts }
  static func make(_ id: String, _ text: String, _ parents: [Int], _ stores: Stores) -> Post? {
    stores.user(parents[0]).map { Post(id: id, title: text, author: $0) }
  }
  var image: [SQLiteValue] {
    [.text(rawID), .text(title), .text(content), .text(author.rawID)]
  }
  var children: [(name: String, entities: [any Modelled])] { [("comments", comments)] }
  func set(_ property: Int, _ value: Int, _ stores: Stores) {
    switch property {
    case 0: title = Texts[value]
    case 1: content = Texts[value]
    default: if let user = stores.user(value) { author = user }
    }
  }
}

extension Comment: Modelled {
  static var selection: SQL { "SELECT id, text, post_id, author_id FROM comments ORDER BY id" }
  static func store(_ stores: Stores) -> EntityStore<Comment> { stores.comments }
  static func make(_ id: String, _ text: String, _ parents: [Int], _ stores: Stores) -> Comment? {
    guard let post = stores.posts.get(by: .init(Kind.post.id(parents[1] % 24))),
      let author = stores.user(parents[0])
    else { return nil }
    return Comment(id: id, text: text, post: post, author: author)
  }
  var image: [SQLiteValue] {
    [.text(rawID), .text(text), .text(post.rawID), .text(author.rawID)]
  }
  var children: [(name: String, entities: [any Modelled])] { [] }
  func set(_ property: Int, _ value: Int, _ stores: Stores) {
    switch property {
    case 0: text = Texts[value]
    case 1:
      if let other = stores.posts.get(by: .init(Kind.post.id(value % 24))) { post = other }
    default: if let user = stores.user(value) { author = user }
    }
  }
}

extension Author: Modelled {
  static var selection: SQL { "SELECT id, name FROM authors ORDER BY id" }
  static func store(_ stores: Stores) -> EntityStore<Author> { stores.authors }
  static func make(_ id: String, _ text: String, _ parents: [Int], _ stores: Stores) -> Author? {
    Author(id: id, name: text)
  }
  var image: [SQLiteValue] { [.text(rawID), .text(name)] }
  var children: [(name: String, entities: [any Modelled])] { [("books", books)] }
  func set(_ property: Int, _ value: Int, _ stores: Stores) { name = Texts[value] }
}

extension Book: Modelled {
  static var selection: SQL {
    "SELECT id, title, author_id, published_year FROM books ORDER BY id"
  }
  static func store(_ stores: Stores) -> EntityStore<Book> { stores.books }
  static func make(_ id: String, _ text: String, _ parents: [Int], _ stores: Stores) -> Book? {
    stores.authors.get(by: .init(Kind.author.id(parents[0] % 4)))
      .map { Book(id: id, title: text, author: $0, publishedYear: parents[1]) }
  }
  var image: [SQLiteValue] {
    [.text(rawID), .text(title), .text(author.rawID), publishedYear.value]
  }
  var children: [(name: String, entities: [any Modelled])] { [] }
  func set(_ property: Int, _ value: Int, _ stores: Stores) {
    switch property {
    case 0: title = Texts[value]
    case 1:
      if let other = stores.authors.get(by: .init(Kind.author.id(value % 4))) { author = other }
    default: publishedYear = value % 4 == 0 ? nil : -value
    }
  }
}
