import StateGraphGTK
import StateGraphSessions

/// The machine of the window. Its state is all that the window shows besides the rows of the file.
enum Shelf: EffectTransducer, RestorableTransducer {
  enum Page: String, Codable, CaseIterable { case books, statistics }
  enum Column: String, Codable { case title, author, year }

  struct State: NonTerminal, Codable, Equatable {
    var words = ""
    var sort: TableSort<Column>? = TableSort(by: .title)
    var selected: Int?
    var page = Page.books
    /// Not nil while the form of a book is open.
    var draft: Draft?
    var isImportShown = false
    /// The text of the field for another tag.
    var newTag = ""
    /// Nil for the appearance of the desktop.
    var appearance: ColorScheme?
    /// A sentence about the last thing that could not be done.
    var notice: String?

    /// All that the table depends on.
    var listing: Listing { Listing(words: words, sort: sort, selected: selected) }
  }

  struct Listing: Equatable {
    let words: String
    let sort: TableSort<Column>?
    let selected: Int?
  }

  enum Event: Sendable {
    case search(String), sort(TableSort<Column>?), select(Int?), show(Page)
    case edit(Draft), type(Draft.Field, String), save, cancel, refuse(String)
    case remove(Int)
    case typeTag(String), addTag, removeTag(Int), moveTag(from: Int, to: Int)
    case showImport(Bool), appear(ColorScheme?), tell(String?)
  }

  typealias Env = Shelves

  static var storedName: String { "Shelf" }
  static var initialState: State { State() }

  static func update(_ state: inout State, event: Event) -> Self.Effect? {
    switch event {
    case .search(let words): state.words = words
    case .sort(let sort): state.sort = sort
    case .select(let book):
      if book != state.selected { state.newTag = "" }
      state.selected = book
    case .show(let page): state.page = page
    case .showImport(let isShown): state.isImportShown = isShown
    case .appear(let scheme): state.appearance = scheme
    case .tell(let sentence): state.notice = sentence
    case .edit, .type, .save, .cancel, .refuse, .remove: return updateForm(&state, event)
    case .typeTag, .addTag, .removeTag, .moveTag: return updateTags(&state, event)
    }
    return nil
  }

  private static func updateForm(_ state: inout State, _ event: Event) -> Self.Effect? {
    switch event {
    case .edit(let draft): state.draft = draft
    case .type(let field, let text): state.draft?[field] = text
    case .cancel: state.draft = nil
    case .refuse(let reason): state.draft?.refusal = reason
    case .save:
      state.draft?.check()
      guard let draft = state.draft, draft.problems.isEmpty else { return nil }
      state.draft = nil
      state.selected = draft.book
      return .write(draft.isNew ? "Add Book" : "Edit Book") {
        try $0.save(draft)
      } orElse: {
        .refuse(sentence(about: $0))
      }
    case .remove(let book):
      if state.selected == book { state.selected = nil }
      return write("Delete Book") { try $0.remove(book) }
    default: break
    }
    return nil
  }

  private static func updateTags(_ state: inout State, _ event: Event) -> Self.Effect? {
    guard let book = state.selected else { return nil }
    switch event {
    case .typeTag(let text): state.newTag = text
    case .addTag:
      let name = state.newTag.trimmed
      guard !name.isEmpty else { return nil }
      state.newTag = ""
      return write("Add Tag") { try $0.add(tag: name, to: book) }
    case .removeTag(let tag):
      return write("Remove Tag") { try $0.remove(tag: tag, from: book) }
    case .moveTag(let from, let to):
      return write("Move Tag") { try $0.moveTag(of: book, from: from, to: to) }
    default: break
    }
    return nil
  }

  /// A write whose refusal is shown above the books.
  private static func write(
    _ name: String,
    _ body: @escaping (Shelves) throws -> Void
  ) -> Self.Effect {
    .write(name, body, orElse: { .tell(sentence(about: $0)) })
  }

  static func sentence(about error: SessionError) -> String {
    switch error.cause {
    case let refusal as Refusal: refusal.description
    case let error as DatabaseError: error.message
    default: error.message
    }
  }
}
