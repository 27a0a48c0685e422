#if GTK
public import StateGraphCore
public import StateGraphPresentation

/// Shows rows in columns with headers. A click on a header sorts by its column.
///
/// ```swift
/// Table(books.query.order { sort.order($0) }, selection: $selected, sort: $sort, columns: [
///   TableColumn("Title", sort: .title) { book in Text(book.title) },
///   TableColumn("Year", sort: .year, width: 80) { book in Text("\(book.year)") },
/// ])
/// ```
///
/// The table itself sorts nothing. A click sets the binding `sort`, and the source that the body
/// then has determines the order. In all other respects, a table is a ``List``.
public struct Table<Rows: ListRows>: View {
  public typealias Body = Never

  var rows: RowsView<Rows, AnyView>

  /// Creates a table of the rows of a source, in which the user selects one row.
  ///
  /// - Parameters:
  ///   - source: The source, such as a query. The table keeps its rows while it gets an equal
  ///     source.
  ///   - selection: The identifier of the selected row, or nil if no row is selected.
  ///   - sort: The column by which the rows are sorted, and the direction.
  ///   - columns: The columns, from the side where a line of text begins. Later values must have
  ///     the same columns.
  public init<Key: Hashable>(
    _ source: some ListSource<Rows>,
    selection: Binding<Rows.ID?>,
    sort: Binding<TableSort<Key>?>,
    columns: [TableColumn<Rows.Element, Key>]
  ) {
    rows = RowsView(
      .source(source),
      selection: .single(selection),
      cells: columns.map(\.content),
      header: TableHeader(columns, sort: sort)
    )
  }

  /// Creates a table of more rows than an app can keep in memory, as `List(windowed:)` does.
  ///
  /// - Parameters:
  ///   - source: The source, such as a query. The table keeps its rows while it gets an equal
  ///     source.
  ///   - selection: The identifier of the selected row, or nil if no row is selected.
  ///   - sort: The column by which the rows are sorted, and the direction.
  ///   - columns: The columns, from the side where a line of text begins. Later values must have
  ///     the same columns.
  public init<Source: WindowedListSource, Key: Hashable>(
    windowed source: Source,
    selection: Binding<Rows.ID?>,
    sort: Binding<TableSort<Key>?>,
    columns: [TableColumn<Rows.Element, Key>]
  ) where Source.Window.Rows == Rows {
    self.init(source.makeWindow(), selection: selection, sort: sort, columns: columns)
  }

  /// Sets what happens when the user double-clicks a row, or presses `Return` on it.
  public func onActivate(perform action: @escaping @MainActor (Rows.Element) -> Void) -> Table {
    var table = self
    table.rows.activation = action
    return table
  }

  /// Sets the menu of a row. See ``List/contextMenu(items:)``.
  public func contextMenu(items: @escaping @MainActor (Rows.Element) -> [MenuItem]) -> Table {
    var table = self
    table.rows.menu = items
    return table
  }

  /// Sets what the table shows in place of its rows if there are none.
  public func emptyContent(@ViewBuilder _ content: () -> some View) -> Table {
    var table = self
    table.rows.emptyContent = AnyView(content())
    return table
  }
}

/// A column of a ``Table``.
public struct TableColumn<Element, Key: Hashable> {
  let title: String
  let key: Key?
  let width: Int?
  let content: @MainActor (Element) -> AnyView

  /// Creates a column.
  ///
  /// - Parameters:
  ///   - title: The text of the header.
  ///   - key: What the binding `sort` of the table gets when the user clicks the header, or nil if
  ///     the user cannot sort by the column.
  ///   - width: The width in pixels, or nil if the column takes the space that the others leave.
  ///   - content: Creates the views of the column in one row. It is tracked like a body.
  public init(
    _ title: String,
    sort key: Key? = nil,
    width: Int? = nil,
    @ViewBuilder content: @escaping @MainActor (Element) -> some View
  ) {
    self.title = title
    self.key = key
    self.width = width
    self.content = { AnyView(content($0)) }
  }
}

/// By which column the rows of a ``Table`` are sorted, and in which direction.
public struct TableSort<Key: Hashable>: Hashable {
  /// The key of the column.
  public var key: Key
  /// Whether the greatest value comes first.
  public var isDescending: Bool

  /// Creates an order.
  public init(by key: Key, isDescending: Bool = false) {
    (self.key, self.isDescending) = (key, isDescending)
  }
}

extension TableSort: Sendable where Key: Sendable {}
extension TableSort: Encodable where Key: Encodable {}
extension TableSort: Decodable where Key: Decodable {}

extension TableHeader {
  fileprivate init<Element, Key>(
    _ columns: [TableColumn<Element, Key>],
    sort: Binding<TableSort<Key>?>
  ) {
    self.init(
      columns: columns.map {
        Column(title: $0.title, isSortable: $0.key != nil, width: $0.width)
      },
      sorting: {
        guard let now = sort.wrappedValue,
          let column = columns.firstIndex(where: { $0.key == now.key })
        else { return nil }
        return Sorting(column: column, isDescending: now.isDescending)
      },
      sort: { new in
        guard let key = columns[new.column].key else { return }
        sort.wrappedValue = TableSort(by: key, isDescending: new.isDescending)
      }
    )
  }
}

extension Table: PrimitiveView, SingleView {
  var shown: (any View)? { rows }

  package func makeNode(in parent: ViewNode?) -> ViewNode { SingleNode(self, in: parent) }
}

#endif
