import StateGraphPersistence

/// A row of the table `authors`.
@Entity(table: "authors")
final class LibraryAuthor {
  typealias TypedIdentifierRawValue = String
  let typedID: TypedID
  @GraphStored var name: String
  @GraphComputed(inverse: \LibraryBook.author) var books: [LibraryBook]
}

/// A row of the table `book_tags`.
@Entity(table: "book_tags", key: "book_id", "tag_id")
final class LibraryBookTag {
  typealias TypedIdentifierRawValue = CompositeKey<String, String>
  let typedID: TypedID
  @GraphStored @Column(.onDelete(.cascade)) var book: LibraryBook
  @GraphStored @Column(.onDelete(.cascade)) var tag: LibraryTag
  @GraphStored var position: Int?
}

/// A row of the table `books`.
@Entity(table: "books")
final class LibraryBook {
  typealias TypedIdentifierRawValue = String
  let typedID: TypedID
  @GraphStored var title: String
  @GraphStored @Column(.onDelete(.cascade)) var author: LibraryAuthor
  @GraphStored var publishedYear: Int?
  @GraphComputed(through: LibraryBookTag.self, order: \LibraryBookTag.position)
  var tags: [LibraryTag]
}

/// A row of the table `tags`.
@Entity(table: "tags")
final class LibraryTag {
  typealias TypedIdentifierRawValue = String
  let typedID: TypedID
  @GraphStored var name: String
  @GraphComputed(through: LibraryBookTag.self) var books: [LibraryBook]
}
