/// Writes authors, books, tags and their links: as tables, or as books with nested records.
struct LibraryGenerator {
  private let records: LibraryRecords

  init(scale: Int, seed: UInt64) {
    records = LibraryRecords(scale: scale, seed: seed)
  }

  func write(_ format: Format, below directory: String) throws(OutputError) {
    let directory = "\(directory)/\(format.rawValue)"
    switch format {
    case .csv:
      try writeAuthors(to: directory)
      try writeTags(to: directory)
      try writeBooks(to: directory)
    case .nested:
      try writeTree(to: JSONWriter(directory: directory, name: "books.json", isArray: true))
    case .lines:
      try writeTree(to: JSONWriter(directory: directory, name: "books.jsonl", isArray: false))
    }
  }

  private func writeAuthors(to directory: String) throws(OutputError) {
    let header = ["id", "name"]
    let table = try CSVWriter(directory: directory, name: "authors.csv", header: header)
    for index in 0..<records.scale {
      let author = records.author(index)
      try table.row([author.id, author.name])
    }
    try table.close()
  }

  private func writeTags(to directory: String) throws(OutputError) {
    let header = ["id", "name"]
    let table = try CSVWriter(directory: directory, name: "tags.csv", header: header)
    for index in 0..<records.tagCount {
      let tag = records.tag(index)
      try table.row([tag.id, tag.name])
    }
    try table.close()
  }

  /// Writes the books, and in the same pass their links.
  private func writeBooks(to directory: String) throws(OutputError) {
    let bookHeader = ["id", "title", "author_id", "published_year"]
    let linkHeader = ["book_id", "tag_id", "position"]
    let books = try CSVWriter(directory: directory, name: "books.csv", header: bookHeader)
    let links = try CSVWriter(directory: directory, name: "book_tags.csv", header: linkHeader)
    for index in 0..<records.bookCount {
      let book = records.book(index)
      let authorID = records.authorID(book.author)
      try books.row([book.id, book.title, authorID, book.publishedYear.map(String.init)])
      for (position, tag) in book.tags.enumerated() {
        try links.row([book.id, records.tagID(tag), String(position)])
      }
    }
    try books.close()
    try links.close()
  }

  private func writeTree(to json: JSONWriter) throws(OutputError) {
    for index in 0..<records.bookCount {
      let book = records.book(index)
      let author = records.author(book.author)
      try json.record {
        json.text("id", book.id)
        json.text("title", book.title)
        json.number("published_year", book.publishedYear)
        json.object("author") {
          json.text("id", author.id)
          json.text("name", author.name)
        }
        json.array("tags") {
          for tag in book.tags {
            write(records.tag(tag), to: json)
          }
        }
      }
    }
    try json.close()
  }

  private func write(_ tag: LibraryRecords.Tag, to json: JSONWriter) {
    json.object {
      json.text("id", tag.id)
      json.text("name", tag.name)
    }
  }
}
