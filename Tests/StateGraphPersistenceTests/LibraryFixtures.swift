import StateGraphTesting

extension TestFixture {
  /// One author with one book, which has no tags.
  static let book = social.adding("Fixtures/tests/book")

  /// 300 authors and tags, and 1,000 books with two tags each.
  static let thousandBooks = social.adding { database in
    try database.write {
      for number in 0..<300 {
        let author: SQL = "INSERT INTO authors VALUES (\("a\(number)"), \("Author \(number)"))"
        try database.execute(author)
        try database.execute("INSERT INTO tags VALUES (\("t\(number)"), \("Tag \(number)"))")
      }
      for number in 0..<1_000 {
        try database.execute(
          """
          INSERT INTO books VALUES (\("b\(number)"), 'Title', \("a\(number % 300)"), NULL)
          """
        )
        try database.execute(
          """
          INSERT INTO book_tags VALUES (\("b\(number)"), \("t\(number % 300)"), 1),
            (\("b\(number)"), \("t\((number + 7) % 300)"), 0)
          """
        )
      }
    }
  }
}
