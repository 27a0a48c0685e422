#if GTK
import CGTK
import CStateGraphGTK
import StateGraphPresentation

/// The node of a ``RowsView``. Its model announces changes of the rows to GTK, and its rows are
/// view nodes of their own.
final class ListNode<Rows: ListRows, Cell: View>: TypedNode<RowsView<Rows, Cell>> {
  /// How long the first rows may take until the list shows that it is loading.
  private static var loadingDelay: Duration { .milliseconds(200) }

  package let model = ListRowModel<Rows>()
  private let frame: ListFrame
  private lazy var shownRows = ShownRows<Rows, Cell>(parent: self)
  private lazy var selectionTracking = TrackedEvaluation(depth: depth)
  private lazy var sortingTracking = TrackedEvaluation(depth: depth)
  /// The selected rows that GTK knows.
  private var selected: Set<Rows.ID> = []
  /// The source that the list shows.
  private var current: RowLoading<Rows>?
  /// The source whose first rows are being read. Until then, the list shows those of `current`.
  private var next: RowLoading<Rows>?

  override init(_ view: RowsView<Rows, Cell>, in parent: ViewNode?) {
    frame = ListFrame(model: model.pointer, columns: view.header?.columns)
    super.init(view, in: parent)
    model.presenter = self
    frame.status = HostRoot(in: self)
    shownRows.sections = view.sections
    if view.sections != nil { frame.styleSections() }
    frame.connectKeys { [weak self] in self?.perform($0) }
    followSelection()
    followSorting()
    followRows()
    MainLoop.later(after: Self.loadingDelay) { [weak self] in
      if let self, model.rows == nil { frame.show(view.loadingStatus) }
    }
  }

  override var handles: [WidgetHandle] { [frame.handle] }

  override func viewChanged(from old: RowsView<Rows, Cell>) {
    // The new closures may show something else for the same row.
    shownRows.sections = view.sections
    shownRows.refreshAll(view.cells)
    if !view.feed.isSameSource(as: old.feed) { followRows() }
    followSelection()
    followSorting()
    if model.rows != nil { showStatus() }
  }

  override func unmount() {
    current?.end()
    next?.end()
    selectionTracking.end()
    sortingTracking.end()
    frame.end()
    shownRows.removeAll()
    model.end()
  }

  // MARK: Rows

  private func followRows() {
    next?.end()
    next = nil
    switch view.feed {
    case .rows(let rows):
      current?.end()
      current = nil
      show(rows, isOfNewSource: model.rows == nil)
    case .source(let source):
      let loading = RowLoading(of: source, depth: depth)
      next = loading
      loading.begin { [weak self, weak loading] rows in
        guard let self, let loading else { return }
        let isNew = next === loading
        if isNew {
          current?.end()
          (current, next) = (loading, nil)
        }
        show(rows, isOfNewSource: isNew)
      }
    }
  }

  private func show(_ rows: Rows, isOfNewSource isNew: Bool) {
    let way = model.way(to: rows)
    let anchor = way.isReplacement && !isNew ? shownRows.anchor(in: frame) : nil
    model.show(rows, by: way)
    shownRows.refresh(rows.element(at:))
    if let anchor, let position = rows.position(of: anchor.element, near: anchor.position) {
      frame.scroll(to: position, lastRow: rows.count - 1, from: anchor.place)
    }
    showStatus()
    WidgetHandle.didChange?()
  }

  private func showStatus() {
    frame.show(model.count == 0 ? view.emptyContent ?? AnyView(EmptyView()) : nil)
  }

  // MARK: The user's keys and clicks

  private func perform(_ command: ListCommand) {
    switch command {
    case .menu(let place):
      guard let menu = view.menu, let row = shownRows.row(at: place, in: frame) else { return }
      frame.openMenu(menu(row.element), at: place ?? row.corner)
    case .moveFocused(let distance):
      guard let move = view.move, let row = shownRows.row(at: nil, in: frame) else { return }
      let target = row.position + distance
      if target >= 0, target < model.count { move(row.position, target) }
    }
  }

  // MARK: Selection

  private func followSelection() {
    selectionTracking.begin { [weak self] in
      self?.view.selection.ids ?? []
    } then: { [weak self] ids in
      self?.showSelection(ids)
    }
  }

  private func showSelection(_ ids: Set<Rows.ID>) {
    guard ids != selected else { return }
    let old = selected
    selected = ids
    for (id, position) in shownRows.positions where old.contains(id) != ids.contains(id) {
      model.announceSelection(at: position)
    }
    WidgetHandle.didChange?()
  }
}

// MARK: - Sorting

extension ListNode {
  private func followSorting() {
    guard let header = view.header else { return }
    sortingTracking.begin(header.sorting) { [weak self] in self?.frame.show($0) }
  }

  func sort(byColumn column: Int, isDescending: Bool) {
    guard let header = view.header else { return }
    header.sort(.init(column: column, isDescending: isDescending))
    // The header shows what the state says, even if it refuses the order.
    MainLoop.later(after: .milliseconds(300)) { [weak self] in self?.followSorting() }
  }
}

extension ListNode: ListPresenter {
  var hasSelection: Bool { !selected.isEmpty }

  func isSelected(_ id: Rows.ID) -> Bool { selected.contains(id) }

  func select(_ change: SelectionChange) {
    view.selection.apply(change) { model.id(at: $0) }
  }

  func activate(_ element: Rows.Element) { view.activation?(element) }

  func bind(_ item: ListItem, to element: Rows.Element, id: Rows.ID, column: Int) {
    guard view.cells.indices.contains(column) else { return }
    let above = view.sections == nil ? nil : item.position.flatMap { model.element(at: $0 - 1) }
    let row = BoundRow<Rows>(id: id, element: element, previous: above, column: column)
    shownRows.bind(item, to: row, contents: view.cells, isCell: view.header != nil) { handle in
      if view.move != nil {
        stategraph_gtk_make_movable(
          model.pointer,
          UnsafeMutableRawPointer(item.opaque),
          handle.pointer
        )
      }
    }
  }

  func tearDown(_ item: ListItem) { shownRows.remove(item) }

  func move(_ element: Rows.Element, to item: ListItem, isAfter: Bool) -> Bool {
    guard let move = view.move, let rows = model.rows, let target = item.position,
      let origin = rows.position(of: element, near: target)
    else { return false }
    // The offset without the moved row.
    let new = target + (isAfter ? 1 : 0) - (origin < target + (isAfter ? 1 : 0) ? 1 : 0)
    if new != origin { move(origin, new) }
    return true
  }
}

extension RowsView {
  fileprivate var loadingStatus: AnyView { loadingContent ?? AnyView(ProgressView()) }
}

#endif
