#if GTK
import CGTK
import StateGraphPresentation

/// The view node of a list, as its model sees it.
@MainActor
protocol ListPresenter<Rows>: AnyObject {
  associatedtype Rows: ListRows

  var hasSelection: Bool { get }
  func isSelected(_ id: Rows.ID) -> Bool
  func select(_ change: SelectionChange)
  func activate(_ element: Rows.Element)
  func bind(_ item: ListItem, to element: Rows.Element, id: Rows.ID, column: Int)
  func tearDown(_ item: ListItem)
  func sort(byColumn column: Int, isDescending: Bool)
  /// Asks for the move of a row to the place before or after the row of `item`.
  func move(_ element: Rows.Element, to item: ListItem, isAfter: Bool) -> Bool
}

/// The list model of GTK for rows of one type. It announces the differences between the rows that
/// it has shown and later ones.
@MainActor
final class ListRowModel<Rows: ListRows>: ListModel {
  weak var presenter: (any ListPresenter<Rows>)?

  /// The current rows, or nil before the first ones.
  private(set) var rows: Rows?
  /// While changes are announced: the rows before them, and the way from those to `rows`.
  private var transition: (old: Rows?, way: ListTransition)?
  private let objects = ListRowObjects<Rows>()

  /// Returns the changes from the current rows to other rows.
  func way(to new: Rows) -> ListTransition {
    ListTransition(
      from: rows?.count ?? 0,
      to: new.count,
      by: rows.flatMap { new.steps(from: $0) }
    )
  }

  /// Replaces the rows, and announces the changes one by one.
  ///
  /// - Parameter way: The result of ``way(to:)``.
  func show(_ new: Rows, by way: ListTransition) {
    let start = WidgetHandle.announced == nil ? nil : ContinuousClock.now
    let old = rows
    var way = way
    rows = new
    for _ in way.changes.indices {
      let change = way.announceNext()
      transition = (old, way)
      announce(position: change.position, removed: change.removed, added: change.added)
    }
    transition = nil
    if let start { WidgetHandle.announced?(start.duration(to: .now)) }
  }

  /// Returns the row at a position, as of the changes that were announced, or nil if there is none.
  func element(at position: Int) -> Rows.Element? {
    guard position >= 0, position < count else { return nil }
    guard let transition else { return rows?.element(at: position) }
    switch transition.way.place(of: position) {
    case .old(let position): return transition.old?.element(at: position)
    case .new(let position): return rows?.element(at: position)
    }
  }

  /// Returns the identifier of a row, or nil before the first rows.
  func id(of element: Rows.Element) -> Rows.ID? { rows?.id(of: element) }

  /// Returns the identifier of the row at a position, or nil if there is none.
  func id(at position: Int) -> Rows.ID? { element(at: position).flatMap(id(of:)) }

  // MARK: What GTK asks

  override var count: Int { transition?.way.count ?? rows?.count ?? 0 }

  override func makeRowReference(at position: Int) -> UnsafeMutableRawPointer? {
    // GTK needs an object also for a row that cannot be read. Its widget stays empty.
    guard let element = element(at: position), let id = id(of: element) else {
      return objects.makeEmptyReference()
    }
    return objects.makeReference(to: element, id: id)
  }

  override func isSelected(at position: Int) -> Bool {
    // GTK asks for every row whose position has changed.
    guard presenter?.hasSelection == true else { return false }
    return id(at: position).flatMap { presenter?.isSelected($0) } ?? false
  }

  override func select(_ change: SelectionChange) { presenter?.select(change) }

  override func activate(at position: Int) {
    if let element = element(at: position) { presenter?.activate(element) }
  }

  override func bind(_ item: ListItem, to row: UnsafeMutableRawPointer, column: Int) {
    if let row = objects.row(of: row) {
      presenter?.bind(item, to: row.element, id: row.id, column: column)
    } else {
      presenter?.tearDown(item)
    }
  }

  override func tearDown(_ item: ListItem) { presenter?.tearDown(item) }

  override func sort(byColumn column: Int, isDescending: Bool) {
    presenter?.sort(byColumn: column, isDescending: isDescending)
  }

  override func drop(
    _ row: UnsafeMutableRawPointer,
    on item: ListItem,
    isAfter: Bool
  ) -> Bool {
    guard let presenter, let row = objects.row(of: row) else { return false }
    return presenter.move(row.element, to: item, isAfter: isAfter)
  }
}

#endif
