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
  @GraphStored public var author: Author
  @GraphStored public var publishedYear: Int?
}

@Entity
public final class Tag {
  public typealias TypedIdentifierRawValue = String
  public let typedID: TypedID
  @GraphStored public var name: String
}
