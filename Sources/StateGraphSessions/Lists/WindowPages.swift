import StateGraphPersistence
import StateGraphThreads

/// The entities of a window's rows that were asked for last, in pages of consecutive rows.
final class WindowPages<Element: Entity>: Sendable {
  /// The number of rows in a page.
  static var pageSize: Int { 64 }
  /// The largest number of pages in memory. GTK uses some hundred rows around the visible ones.
  static var pageLimit: Int { 16 }

  private struct Page {
    var entities: [Element?]
    var lastUse: UInt64
  }

  private struct State {
    var pages: [Int: Page] = [:]
    var useCount: UInt64 = 0
  }

  private let ids: RowIDs
  private let query: ListedQuery<Element>
  /// The pages that the list has used last. Shared with the rows before and after these rows.
  private let recent: RecentPages
  private let state = Guarded(State())

  init(_ ids: RowIDs, of query: ListedQuery<Element>, recent: RecentPages) {
    (self.ids, self.query, self.recent) = (ids, query, recent)
  }

  /// Returns the entity of a row. Loads its page if it is not in memory.
  func entity(at position: Int) -> Element? {
    let (page, index) = position.quotientAndRemainder(dividingBy: Self.pageSize)
    recent.use(page)
    if let known = known(page, at: index) { return known }
    return load(page)?[index]
  }

  /// Loads the pages that the list has used last.
  func loadRecent() {
    for page in recent.numbers where page * Self.pageSize < ids.count { _ = load(page) }
  }

  /// Loads a page. Returns nil if reading fails.
  private func load(_ page: Int) -> [Element?]? {
    let start = page * Self.pageSize
    let range = start..<min(start + Self.pageSize, ids.count)
    let entities: [Element?]
    do {
      entities = try query.entities(rowIDs: ids[range])
    } catch {
      query.report(error, while: "a page of a list")
      return nil
    }
    keep(entities, as: page)
    return entities
  }

  /// Returns the position of a row. Searches for its rowid, and loads no other rows.
  func position(of element: Element, near guess: Int) -> Int? {
    guard let id = (try? query.rowID(of: element)) ?? nil else { return nil }
    if ids.indices.contains(guess), ids[guess] == id { return guess }
    return ids.position(of: id)
  }

  /// Returns the entity if its page is in memory, or nil if the page is not. The inner value is nil
  /// if the row does not exist any more.
  private func known(_ page: Int, at index: Int) -> Element?? {
    state.withLock { state in
      guard let entities = state.pages[page]?.entities else { return nil }
      state.useCount += 1
      state.pages[page]?.lastUse = state.useCount
      return .some(entities[index])
    }
  }

  private func keep(_ entities: [Element?], as page: Int) {
    // The removed page is returned, so that its entities are released outside of the lock.
    _ = state.withLock { state -> Page? in
      state.useCount += 1
      state.pages[page] = Page(entities: entities, lastUse: state.useCount)
      guard state.pages.count > Self.pageLimit,
        let oldest = state.pages.min(by: { $0.value.lastUse < $1.value.lastUse })
      else { return nil }
      return state.pages.removeValue(forKey: oldest.key)
    }
  }
}
