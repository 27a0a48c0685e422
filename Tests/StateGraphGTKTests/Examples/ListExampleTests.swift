#if GTK
import GTKTestSupport
import StateGraph
import StateGraphGTK
import StateGraphPersistence
import StateGraphSessions
import Testing

@MainActor
@Suite(.windows, .windowTime)
struct ListExampleTests {
  private let database: Database
  private let books: EntityStore<ShelfBook>

  init() throws {
    database = try Database.temporary()
    try database.createTables(for: ShelfBook.self)
    books = try EntityStore<ShelfBook>(database)
    for (id, title) in ["Emma", "Persuasion", "Dawn"].enumerated() {
      try books.insert(ShelfBook(id: id, title: title, year: 1_815 + id))
    }
  }

  @Test func `the shelf shows, selects and activates books`() async throws {
    let selection = Stored<ShelfBook.TypedID?>(wrappedValue: nil)
    let window = TestWindow { Shelf(books: books, selection: selection.binding) }
    await window.untilRows(["Dawn 1817", "Emma 1815", "Persuasion 1816"])
    window.list?.select(1)
    #expect(selection.wrappedValue == 0)
    window.list?.activate(1)
    #expect(books.get(by: 0)?.isRead == true)
    for id in 0..<3 { _ = try books.remove(.init(id)) }
    await window.until { window.label("No books") != nil }
  }

  @Test func `the table, the archive and the form show the books`() async throws {
    let selection = Stored<ShelfBook.TypedID?>(wrappedValue: nil)
    let sort = Stored<TableSort<ShelfTable.Column>?>(wrappedValue: nil)
    let table = TestWindow {
      ShelfTable(books: books, selection: selection.binding, sort: sort.binding)
    }
    await table.untilRows(["Dawn 1817", "Emma 1815", "Persuasion 1816"])
    sort.wrappedValue = TableSort(by: .year)
    await table.untilRows(["Emma 1815", "Persuasion 1816", "Dawn 1817"])
    table.close()
    let archive = TestWindow { Archive(books: books) }
    await archive.untilRows(["Dawn", "Emma", "Persuasion"])
    archive.close()
    let book = try #require(books.get(by: 0))
    let undoLog = try UndoLog("example", in: database)
    let form = TestWindow { ShelfBookForm(book: book, undoLog: undoLog) }
    form.find("Title")?.type("Emma, a novel")
    await form.until { book.title == "Emma, a novel" }
  }

  @Test func `the letters are searched, and the books have decades`() async throws {
    try database.createTables(for: StoredLetter.self)
    let letters = try EntityStore<StoredLetter>(database)
    for (id, text) in ["dear friend", "dear sir"].enumerated() {
      try letters.insert(StoredLetter(id: id, text: text))
    }
    let words = Stored(wrappedValue: "")
    let search = TestWindow { SearchedLetters(letters: letters, words: words.binding) }
    await search.untilRows(["dear friend", "dear sir"])
    words.wrappedValue = "fri"
    await search.untilRows(["dear friend"])
    search.close()
    try books.insert(ShelfBook(id: 7, title: "Ivanhoe", year: 1_820))
    let decades = TestWindow { Decades(books: books) }
    await decades.untilRows(["1810s Emma", "Persuasion", "Dawn", "1820s Ivanhoe"])
  }

  @Test func `the queue has the order of the user`() async throws {
    let songs = Stored(wrappedValue: [Song(id: 1, title: "a"), Song(id: 2, title: "b")])
    let window = TestWindow { Queue(songs: songs) }
    await window.waitForFrames(3)
    try await window.click(try #require(window.list?.row(0)))
    try await window.key("alt+Down")
    await window.untilRows(["b", "a"])
  }
}

#endif
