public import StateGraphPersistence

// The entities for the tables that `Migrations/0002_create_library.sql` creates. The demo and many
// tests use them.

@Entity(id: String.self)
public final class Author {
  @GraphStored public var name: String
  @GraphComputed(inverse: \Book.author) public var books: [Book]
}

@Entity(id: String.self)
public final class Book {
  @GraphStored public var title: String
  @GraphStored @Column(.onDelete(.cascade)) public var author: Author
  @GraphStored public var publishedYear: Int?
  @GraphComputed(through: BookTag.self, order: \BookTag.position) public var tags: [Tag]
}

@Entity(id: String.self)
public final class Tag {
  @GraphStored public var name: String
  @GraphComputed(through: BookTag.self) public var books: [Book]
}

/// The link between a book and one of its tags, and the tag's position in the list of the book.
@Entity(id: CompositeKey<String, String>.self, key: "book_id", "tag_id")
public final class BookTag {
  @GraphStored @Column(.onDelete(.cascade)) public var book: Book
  @GraphStored @Column(.onDelete(.cascade)) public var tag: Tag
  @GraphStored public var position: Int?
}
