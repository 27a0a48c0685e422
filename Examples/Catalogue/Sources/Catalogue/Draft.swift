import StateGraphPersistence

/// The half-typed form of a book. It is a part of the window's state, so that it survives the
/// process.
struct Draft: Codable, Equatable {
  enum Field: String, Codable, CaseIterable, Hashable, CodingKeyRepresentable {
    case title = "Title"
    case author = "Author"
    case year = "Year"
  }

  let book: Int
  let isNew: Bool
  var title = ""
  var author = ""
  var year = ""
  /// Why fields were refused.
  var problems: [Field: String] = [:]
  /// Why the file has refused the book.
  var refusal: String?

  /// Creates an empty form.
  init(new book: Int) { (self.book, isNew) = (book, true) }

  /// Creates a form with the values of a book.
  init(_ book: Book) {
    (self.book, isNew) = (book.typedID.raw, false)
    (title, author, year) = (book.title, book.author.name, "\(book.year)")
  }

  subscript(field: Field) -> String {
    get {
      switch field {
      case .title: title
      case .author: author
      case .year: year
      }
    }
    set {
      switch field {
      case .title: title = newValue
      case .author: author = newValue
      case .year: year = newValue
      }
      problems[field] = nil
      refusal = nil
    }
  }

  var checkedYear: Int? { Int(year.trimmed) }

  /// Finds what is wrong with the fields. Rules that only the file knows are checked by the file.
  mutating func check() {
    problems = [:]
    if title.trimmed.isEmpty { problems[.title] = "A book needs a title." }
    if author.trimmed.isEmpty { problems[.author] = "A book needs an author." }
    if checkedYear == nil { problems[.year] = "A year is a whole number, such as 1815." }
  }
}

extension String {
  var trimmed: String {
    let isSpace: (Character) -> Bool = { $0.isWhitespace }
    guard let first = firstIndex(where: { !isSpace($0) }),
      let last = lastIndex(where: { !isSpace($0) })
    else { return "" }
    return String(self[first...last])
  }
}
