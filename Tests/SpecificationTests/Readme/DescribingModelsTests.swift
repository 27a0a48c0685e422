import StateGraph
import TestSupport
import Testing

/// README: Describing Models.
private enum DescribingModels {
  // The document leaves out `Sendable`, which Swift 6 asks for: computed nodes capture the objects.
  final class Author: Sendable {
    @GraphStored
    var name: String

    init(name: String) {
      self.name = name
    }
  }

  final class Tag: Sendable {
    @GraphStored
    var name: String

    init(name: String) {
      self.name = name
    }
  }

  final class Book: Sendable {
    let author: Author

    @GraphStored
    var title: String

    @GraphStored
    var tags: [Tag]

    init(author: Author, title: String, tags: [Tag]) {
      self.author = author
      self.title = title
      self.tags = tags
    }
  }
}

@Suite struct DescribingModelsTests {
  private typealias Author = DescribingModels.Author
  private typealias Tag = DescribingModels.Tag
  private typealias Book = DescribingModels.Book

  @Test func `a collection filtered by author follows the library`() {
    let printed = Recorder<String>()
    func print(_ value: Int) { printed.record("\(value)") }

    // Creating a library collection
    let johnAuthor = Author(name: "John Smith")
    let programmingTag = Tag(name: "Programming")
    let swiftTag = Tag(name: "Swift")

    let book = Book(
      author: johnAuthor,
      title: "Swift Programming",
      tags: [programmingTag, swiftTag]
    )

    // Creating a stored collection
    let libraryCollection = Stored(wrappedValue: [book])

    // Creating a computed collection filtered by author
    let booksByJohn = Computed { _ in
      libraryCollection.wrappedValue.filter {
        $0.author.name == "John Smith"
      }
    }
    #expect(booksByJohn.wrappedValue.count == 1)

    // Adding a new book automatically updates the filtered collection
    let newBook = Book(
      author: johnAuthor,
      title: "Advanced Swift",
      tags: [programmingTag, swiftTag]
    )
    libraryCollection.wrappedValue.append(newBook)

    print(booksByJohn.wrappedValue.count)  // 2
    #expect(printed.elements == ["2"])

    johnAuthor.name = "Jane Smith"
    #expect(booksByJohn.wrappedValue.isEmpty)
  }
}
