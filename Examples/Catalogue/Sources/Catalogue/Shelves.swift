import StateGraphPersistence

/// The books of a file, and the writes of the user.
///
/// Machines run its methods in the transactions of their transitions.
final class Shelves: Sendable {
  let database: Database
  let authors: EntityStore<Author>
  let books: EntityStore<Book>
  let tags: EntityStore<Tag>
  let undoLog: UndoLog

  init(path: String) throws {
    database = try Database(path: path, migrations: .list([.createShelves]))
    books = try EntityStore<Book>(database)
    authors = try EntityStore<Author>(database)
    tags = try EntityStore<Tag>(database)
    undoLog = try UndoLog("main window", in: database)
  }

  func book(_ id: Int?) -> Book? { id.flatMap { books.get(by: .init($0)) } }

  /// An identifier for a new book: the one after the largest. If that is `Int.max`, the identifier
  /// is random, as in SQLite. The insertion fails if it is in use.
  func unusedID() -> Int {
    let last = (try? books.query.order { $0.id.descending }.fetchFirst())?.typedID.raw ?? 0
    return last == .max ? .random(in: 1...last) : last + 1
  }

  // MARK: Writes

  func save(_ draft: Draft) throws {
    guard let year = draft.checkedYear else { throw Refusal("A year is a whole number.") }
    let author = try self.author(named: draft.author.trimmed)
    if draft.isNew {
      let book = Book(id: .init(draft.book), title: draft.title.trimmed, author: author, year: year)
      return try books.insert(book)
    }
    let book = try require(draft.book)
    book.title = draft.title.trimmed
    book.author = author
    book.year = year
  }

  func remove(_ book: Int) throws { try books.remove(.init(book)) }

  func add(tag name: String, to book: Int) throws {
    let book = try require(book)
    let tag = try tags.query.where { $0.name == name }.fetchFirst() ?? insert(Tag(name: name))
    guard !book.tags.contains(where: { $0 === tag }) else {
      throw Refusal("The book has this tag already.")
    }
    book.tags.append(tag)
  }

  func remove(tag: Int, from book: Int) throws {
    try require(book).tags.removeAll { $0.typedID.raw == tag }
  }

  /// Moves a tag of a book to another place. A place that does not exist any more changes nothing.
  func moveTag(of book: Int, from: Int, to: Int) throws {
    let book = try require(book)
    var tags = book.tags
    guard tags.indices.contains(from), tags.indices.contains(to) else { return }
    tags.insert(tags.remove(at: from), at: to)
    book.tags = tags
  }

  private func require(_ id: Int) throws -> Book {
    guard let book = self.book(id) else { throw Refusal("The book was deleted.") }
    return book
  }

  private func author(named name: String) throws -> Author {
    if let known = try authors.query.where({ $0.name == name }).fetchFirst() { return known }
    let author = Author(name: name)
    try authors.insert(author)
    return author
  }

  private func insert(_ tag: Tag) throws -> Tag {
    try tags.insert(tag)
    return tag
  }
}

/// A sentence for the user about a write that cannot be done.
struct Refusal: Error, CustomStringConvertible {
  let description: String
  init(_ sentence: String) { description = sentence }
}
