#if GTK
import GTKTestSupport
import StateGraph
import StateGraphGTK
import StateGraphPersistence
import StateGraphSessions
import Testing

@Entity(id: Int.self)
final class FormBook {
  @GraphStored var title: String
  @GraphStored var year: Int
}

private struct Form: View {
  let book: FormBook
  let undoLog: UndoLog?
  var body: some View {
    VStack {
      TextField(
        "Title",
        text: book.bound(\.title, undo: "Rename Book", in: undoLog) { title in
          if title.isEmpty { throw FieldRefusal("A book needs a title.") }
        }
      )
      TextField("Year", value: book.bound(\.year), refusing: "A year is a number.")
      Text(String(book.title.prefix(1_000)))
    }
  }
}

private struct Switching: View {
  let books: [FormBook]
  let index: Stored<Int>
  var body: some View {
    VStack {
      TextField("Title", text: books[index.wrappedValue].bound(\.title))
      Text(books[0].title)
    }
  }
}

@MainActor
@Suite(.windows, .windowTime)
struct FormFieldTests {
  private let database: Database
  private let books: [FormBook]

  init() throws {
    database = try Database.temporary()
    try database.execute(
      """
      CREATE TABLE form_books (
        id INTEGER PRIMARY KEY, title TEXT NOT NULL, year INTEGER NOT NULL CHECK (year > 0)
      )
      """
    )
    let store = try EntityStore<FormBook>(database)
    let new = [
      FormBook(id: 1, title: "Emma", year: 1815), FormBook(id: 2, title: "Persuasion", year: 1817),
    ]
    try database.write { for book in new { try store.insert(book) } }
    books = new
  }

  private func stored(_ column: SQL) throws -> String? {
    try database.rows("SELECT \(column) AS value FROM form_books WHERE id = 1").first?["value"]
      .map { "\($0)" }
  }

  @Test func `a text is written after a rest, as one step of the undo log`() async throws {
    let undoLog = try UndoLog("form", in: database)
    let window = TestWindow { Form(book: books[0], undoLog: undoLog) }
    #expect(window.find("Title")?.text == "Emma")
    window.find("Title")?.type("Emma!")
    await window.until { window.label("Emma!") != nil }
    #expect(undoLog.undoName == "Rename Book")
    try undoLog.undo()
    await window.until { window.find("Title")?.text == "Emma" }
    #expect(undoLog.canUndo == false)
  }

  @Test func `Return writes at once`() async throws {
    let window = TestWindow { Form(book: books[0], undoLog: nil) }
    window.find("Title")?.type("Lady Susan")
    window.find("Title")?.activate()
    await window.until { window.label("Lady Susan") != nil }
  }

  @Test func `a refused text stays in the field with its reason`() async throws {
    let window = TestWindow { Form(book: books[0], undoLog: nil) }
    window.find("Title")?.type("")
    await window.until { window.label("A book needs a title.") != nil }
    let field = try #require(window.find("Title"))
    #expect(field.text == "")
    #expect(field.hasDescription("A book needs a title."))
    #expect(field.isInvalid)
    #expect(books[0].title == "Emma")
    field.type("Emma 2")
    await window.until { window.label("Emma 2") != nil }
    #expect(window.label("A book needs a title.") == nil)
    #expect(!field.isInvalid)
    #expect(!field.hasDescription("A book needs a title."))
  }

  @Test func `a text that is no number is refused`() async throws {
    let window = TestWindow { Form(book: books[0], undoLog: nil) }
    window.find("Year")?.type("last year")
    await window.until { window.label("A year is a number.") != nil }
    #expect(books[0].year == 1815)
    window.find("Year")?.type("1816")
    await window.until { books[0].year == 1816 && window.label("A year is a number.") == nil }
  }

  @Test func `the database refuses a text`() async throws {
    let window = TestWindow { Form(book: books[0], undoLog: nil) }
    window.find("Year")?.type("-3")
    await window.until { window.find("Year")?.isInvalid == true }
    #expect(window.find("Year")?.text == "-3")
    #expect(books[0].year == 1815)
    try await window.key("Escape")
  }

  @Test func `a change from elsewhere is shown at once`() async throws {
    let window = TestWindow { Form(book: books[0], undoLog: nil) }
    books[0].title = "Sanditon"
    await window.until { window.find("Title")?.text == "Sanditon" }
  }

  @Test(arguments: [("Use It", "Sanditon"), ("Keep Mine", "")])
  func `a change from elsewhere is offered while the text is refused`(
    button: String,
    text: String
  ) async throws {
    let window = TestWindow { Form(book: books[0], undoLog: nil) }
    window.find("Title")?.type("")
    await window.until { window.label("A book needs a title.") != nil }
    books[0].title = "Sanditon"
    await window.until { window.label("Changed elsewhere to “Sanditon”") != nil }
    #expect(window.find("Title")?.text == "")
    window.press(button)
    await window.until { window.label("Changed elsewhere to “Sanditon”") == nil }
    #expect(window.find("Title")?.text == text)
    #expect(books[0].title == "Sanditon")
  }

  @Test func `the text of one row is not written to another row`() async throws {
    let index = Stored(wrappedValue: 0)
    let window = TestWindow { Switching(books: books, index: index) }
    window.find("Title")?.type("Emma!")
    index.wrappedValue = 1
    await window.until { window.find("Title")?.text == "Persuasion" }
    await window.until { window.label("Emma!") != nil }
    #expect(books[1].title == "Persuasion")
  }

  @Test func `a field keeps NUL, long and strange texts`() async throws {
    let window = TestWindow { Form(book: books[0], undoLog: nil) }
    for text in ["a\0b", "שלום 👩‍👩‍👧 e\u{301}", String(repeating: "x", count: 10_000)] {
      books[0].title = text
      let shown = text.replacing("\0", with: "\u{FFFD}")
      await window.until { window.find("Title")?.text == shown }
      await MainLoop.waitUntilIdle()
      #expect(books[0].title == text)
    }
  }
  @Test func `a field shows the beginning of a text that is too long, and does not edit it`() async
  {
    let text = String(repeating: "ab", count: 5_000_000)
    let window = TestWindow { Form(book: books[0], undoLog: nil) }
    books[0].title = text
    await window.until { window.find("Title")?.text == String(text.prefix(100)) + "…" }
    #expect(window.label("This text is too long to be edited here.") != nil)
    #expect(window.find("Title")?.isEditable == false)
    books[0].title = "short"
    await window.until { window.find("Title")?.text == "short" }
    #expect(window.find("Title")?.isEditable == true)
  }
}

#endif
