public import StateGraphPersistence

// The library domain of `Migrations/0002_create_library.sql`.

@Entity
public final class Author {
  public typealias TypedIdentifierRawValue = String
  public let typedID: TypedID
  @GraphStored public var name: String
  @GraphComputed(inverse: \Book.author) public var books: [Book]
}

@Entity
public final class Book {
  public typealias TypedIdentifierRawValue = String
  public let typedID: TypedID
  @GraphStored public var title: String
  @GraphStored @Column(.onDelete(.cascade)) public var author: Author
  @GraphStored public var publishedYear: Int?
  @GraphComputed(through: BookTag.self, order: \BookTag.position) public var tags: [Tag]
}

@Entity
public final class Tag {
  public typealias TypedIdentifierRawValue = String
  public let typedID: TypedID
  @GraphStored public var name: String
  @GraphComputed(through: BookTag.self) public var books: [Book]
}

/// That a book carries a tag, and where in its list.
@Entity(key: "book_id", "tag_id")
public final class BookTag {
  public typealias TypedIdentifierRawValue = CompositeKey<String, String>
  public let typedID: TypedID
  @GraphStored @Column(.onDelete(.cascade)) public var book: Book
  @GraphStored @Column(.onDelete(.cascade)) public var tag: Tag
  @GraphStored public var position: Int?
}
