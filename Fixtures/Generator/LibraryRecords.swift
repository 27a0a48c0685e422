/// The rows of the library domain. Each row is a function of the seed and its number.
struct LibraryRecords {
  static let booksPerAuthor = 5

  let scale: Int
  let seed: UInt64

  struct Author {
    let id: String
    let name: String
  }

  struct Book {
    let id: String
    let title: String
    let author: Int
    let publishedYear: Int?
    let tags: [Int]
  }

  struct Tag {
    let id: String
    let name: String
  }

  var bookCount: Int { scale * Self.booksPerAuthor }

  /// The number of tags, at most two for each book, because a nested form contains a tag only if a
  /// book has it.
  var tagCount: Int { min(50 + scale / 10, 2 * bookCount) }

  func authorID(_ index: Int) -> String { "a\(index)" }
  func tagID(_ index: Int) -> String { "t\(index)" }

  func author(_ index: Int) -> Author {
    var random = SeededRandom(seed: seed, kind: .author, index: index)
    return Author(id: authorID(index), name: TextSource.name(&random))
  }

  func tag(_ index: Int) -> Tag {
    var random = SeededRandom(seed: seed, kind: .tag, index: index)
    return Tag(id: tagID(index), name: TextSource.sentence(words: 1...3, &random))
  }

  func book(_ index: Int) -> Book {
    var random = SeededRandom(seed: seed, kind: .book, index: index)
    let other = random.below(scale)
    return Book(
      id: "b\(index)",
      title: TextSource.sentence(words: 2...8, &random),
      // The first books have each author once, because nested forms contain authors only in books.
      author: index < scale ? index : other,
      publishedYear: random.percent(5) ? nil : 1800 + random.below(225),
      tags: tags(ofBook: index, &random)
    )
  }

  /// Two to four different tags, in an order that does not depend on their numbers. The first books
  /// have each tag once, two for each book.
  private func tags(ofBook book: Int, _ random: inout SeededRandom) -> [Int] {
    let count = 2 + random.below(3)
    var tags: [Int] = []
    for tag in [2 * book, 2 * book + 1] where tag < tagCount {
      tags.append(tag)
    }
    while tags.count < count {
      let tag = random.below(tagCount)
      if !tags.contains(tag) {
        tags.append(tag)
      }
    }
    return tags
  }
}
