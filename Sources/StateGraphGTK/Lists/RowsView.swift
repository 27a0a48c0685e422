#if GTK
import StateGraphPresentation

/// The rows of a ``List`` or of a ``Table``.
struct RowsView<Rows: ListRows, Cell: View>: View {
  typealias Body = Never

  let feed: ListFeed<Rows>
  let selection: ListSelection<Rows.ID>
  /// Creates the views of one row, for each column. A list has one column.
  let cells: [@MainActor (Rows.Element) -> Cell]
  /// The headers of the columns, or nil for a list.
  var header: TableHeader?
  var activation: (@MainActor (Rows.Element) -> Void)?
  /// The value is nil if the list has no sections.
  var sections: ListSections<Rows.Element>?
  var menu: (@MainActor (Rows.Element) -> [MenuItem])?
  var move: (@MainActor (Int, Int) -> Void)?
  var emptyContent: AnyView?
  var loadingContent: AnyView?

  init(
    _ feed: ListFeed<Rows>,
    selection: ListSelection<Rows.ID>,
    cells: [@MainActor (Rows.Element) -> Cell],
    header: TableHeader? = nil
  ) {
    (self.feed, self.selection, self.cells, self.header) = (feed, selection, cells, header)
  }
}

extension RowsView: PrimitiveView {
  package func makeNode(in parent: ViewNode?) -> ViewNode { ListNode(self, in: parent) }
}

/// Where a list gets its rows from.
enum ListFeed<Rows: ListRows> {
  /// The body around the list has read the rows.
  case rows(Rows)
  /// The list reads the rows, and follows them.
  case source(any ListSource<Rows>)

  func isSameSource(as other: ListFeed) -> Bool {
    guard case .source(let mine) = self, case .source(let theirs) = other else { return false }
    return mine.isSame(asAny: theirs)
  }
}

extension ListSource {
  fileprivate func isSame(asAny other: any ListSource) -> Bool {
    (other as? Self).map(isSame(as:)) ?? false
  }
}

/// The headers of a table's columns.
@MainActor
struct TableHeader {
  struct Column: Equatable {
    let title: String
    let isSortable: Bool
    /// The width in pixels, or nil if the column expands.
    let width: Int?
  }

  /// The column by which the rows are sorted, and the direction.
  struct Sorting: Equatable {
    let column: Int
    let isDescending: Bool
  }

  let columns: [Column]
  /// Returns how the rows are sorted. A closure that is tracked follows it.
  let sorting: @MainActor () -> Sorting?
  /// Asks for another order.
  let sort: @MainActor (Sorting) -> Void
}

#endif
