import StateGraphPersistence

/// A row of the table `authors`.
@Entity(id: String.self, table: "authors")
final class LibraryAuthor {
  @GraphStored var name: String
  @GraphComputed(inverse: \LibraryBook.author) var books: [LibraryBook]
}

/// A row of the table `book_tags`.
@Entity(id: CompositeKey<String, String>.self, table: "book_tags", key: "book_id", "tag_id")
final class LibraryBookTag {
  @GraphStored @Column(.onDelete(.cascade)) var book: LibraryBook
  @GraphStored @Column(.onDelete(.cascade)) var tag: LibraryTag
  @GraphStored var position: Int?
}

/// A row of the table `books`.
@Entity(id: String.self, table: "books")
final class LibraryBook {
  @GraphStored var title: String
  @GraphStored @Column(.onDelete(.cascade)) var author: LibraryAuthor
  @GraphStored var publishedYear: Int?
  @GraphComputed(through: LibraryBookTag.self, order: \LibraryBookTag.position)
  var tags: [LibraryTag]
}

/// A row of the table `tags`.
@Entity(id: String.self, table: "tags")
final class LibraryTag {
  @GraphStored var name: String
  @GraphComputed(through: LibraryBookTag.self) var books: [LibraryBook]
}
