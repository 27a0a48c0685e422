public import StateGraphPersistence
public import StateGraphPresentation
import StateGraphThreads

/// The rows of a ``WindowedQuery`` at one moment. It knows the rowid of each row, and loads
/// entities when they are asked for, a page at a time. It keeps the pages that were asked for last.
public struct WindowedRows<Element: Entity>: ListRows {
  package let ids: RowIDs
  private let pages: WindowPages<Element>
  /// The steps from the rows before, which were computed on the thread that has read the rows.
  private let changes: (from: RowIDs, steps: ListSteps?)?

  init(
    _ ids: RowIDs,
    of query: ListedQuery<Element>,
    after old: RowIDs?,
    recent: RecentPages
  ) {
    self.ids = ids
    pages = WindowPages(ids, of: query, recent: recent)
    changes = old.map { ($0, ids.steps(from: $0)) }
  }

  /// Loads the entities of the pages that the list has used last, so that ``element(at:)`` need not
  /// read them. Such a read waits until the entities in memory show the commits that it reads. This
  /// takes long while another process imports rows.
  func loadRecentPages() { pages.loadRecent() }

  func isSame(as other: WindowedRows) -> Bool { ids.isSame(as: other.ids) }

  /// The number of rows.
  public var count: Int { ids.count }

  /// Returns the entity of a row, or nil if the row was deleted after the rows had been read, or if
  /// reading has failed. The failure is logged.
  public func element(at position: Int) -> Element? { pages.entity(at: position) }

  /// Returns the identifier of an entity.
  public func id(of element: Element) -> Element.TypedID { element.typedID }

  /// Returns the steps from earlier rows, or nil if more than 2,000 rows differ.
  public func steps(from old: WindowedRows) -> ListSteps? {
    if let changes, changes.from.isIdentical(to: old.ids) { return changes.steps }
    return ids.steps(from: old.ids)
  }

  /// Returns the offset of an entity. It searches for the entity's rowid, and loads no other rows.
  public func position(of element: Element, near guess: Int) -> Int? {
    pages.position(of: element, near: guess)
  }
}

/// Creates the rows of a window, with the steps from those before.
final class LastWindow<Element: Entity>: Sendable {
  private let last = Guarded<RowIDs?>(nil)
  private let recent = RecentPages()

  func next(_ ids: RowIDs, of query: ListedQuery<Element>) -> WindowedRows<Element> {
    let old = last.withLock { last in
      defer { last = ids }
      return last
    }
    return WindowedRows(ids, of: query, after: old, recent: recent)
  }
}

extension RowIDs {
  /// The largest number of differing rows for which steps are computed.
  private static var limit: Int { 2_000 }

  /// Returns the steps from earlier rows, or nil if many rows differ, apart from those at the
  /// beginning and at the end that are the same in both.
  func steps(from old: RowIDs) -> ListSteps? {
    difference(from: old, limit: Self.limit).map {
      ListSteps(removals: $0.removals, insertions: $0.insertions)
    }
  }
}

/// The numbers of the pages that a list has used last. All rows of one source share this object, so
/// that new rows can load the visible pages before the list gets them.
final class RecentPages: Sendable {
  /// The list of GTK has about 200 row widgets, whose rows are on at most five pages.
  private static var limit: Int { 5 }

  /// The newest number is the first one. A new list shows its first rows.
  private let state = Guarded([0, 1, 2, 3])

  /// The numbers of the pages, the newest one first.
  var numbers: [Int] { state.withLock { $0 } }

  /// Records that the list has asked for a row of a page.
  func use(_ page: Int) {
    state.withLock { numbers in
      guard numbers.first != page else { return }
      numbers.removeAll { $0 == page }
      numbers.insert(page, at: 0)
      if numbers.count > Self.limit { numbers.removeLast() }
    }
  }
}
