#if GTK
import StateGraphCore
public import StateGraphPresentation

/// Shows rows below each other, from a few to hundreds of thousands. The user scrolls, and selects
/// rows.
///
/// ```swift
/// List(books.query.order { $0.title.ascending }, selection: $selected) { book in
///   HStack {
///     Text(book.title)
///     Spacer()
///     Text(book.author.name)
///   }
/// }
/// ```
///
/// Only the rows around the visible ones have widgets, and a widget shows one row after another. A
/// view in a row that has ``State`` properties gets their initial values for each row that it
/// shows.
///
/// The list follows its rows: after each commit, it removes, inserts and moves the rows that
/// differ. A change of a property that a row shows only evaluates the body of this row.
///
/// The selection is state of the app, and consists of identifiers. It stays when rows move, are
/// replaced, or disappear.
public struct List<Rows: ListRows, Row: View>: View {
  public typealias Body = Never

  var rows: RowsView<Rows, Row>

  /// Creates a list of the rows of a source, such as a query. The user cannot select rows.
  ///
  /// The first rows, and those of another source, are read on a thread of their own. Until then,
  /// the list shows the earlier rows. If it takes longer than 0.2 seconds and there are no earlier
  /// rows, the list shows that it is loading.
  ///
  /// - Parameters:
  ///   - source: The source. The list keeps its rows while it gets an equal source.
  ///   - row: Creates the views of one row. It is tracked like a body.
  public init(
    _ source: some ListSource<Rows>,
    @ViewBuilder row: @escaping @MainActor (Rows.Element) -> Row
  ) {
    self.init(.source(source), selection: .none, row: row)
  }

  /// Creates a list of the rows of a source, in which the user selects one row.
  ///
  /// - Parameters:
  ///   - source: The source, such as a query. The list keeps its rows while it gets an equal
  ///     source.
  ///   - selection: The identifier of the selected row, or nil if no row is selected.
  ///   - row: Creates the views of one row. It is tracked like a body.
  public init(
    _ source: some ListSource<Rows>,
    selection: Binding<Rows.ID?>,
    @ViewBuilder row: @escaping @MainActor (Rows.Element) -> Row
  ) {
    self.init(.source(source), selection: .single(selection), row: row)
  }

  /// Creates a list of the rows of a source, in which the user selects any number of rows.
  ///
  /// - Parameters:
  ///   - source: The source, such as a query. The list keeps its rows while it gets an equal
  ///     source.
  ///   - selection: The identifiers of the selected rows. `Control` and a click add a row, `Shift`
  ///     and a click add a range, and `Control`-`A` selects all rows.
  ///   - row: Creates the views of one row. It is tracked like a body.
  public init(
    _ source: some ListSource<Rows>,
    selection: Binding<Set<Rows.ID>>,
    @ViewBuilder row: @escaping @MainActor (Rows.Element) -> Row
  ) {
    self.init(.source(source), selection: .multiple(selection), row: row)
  }

  init(
    _ feed: ListFeed<Rows>,
    selection: ListSelection<Rows.ID>,
    row: @escaping @MainActor (Rows.Element) -> Row
  ) {
    rows = RowsView(feed, selection: selection, cells: [row])
  }

  /// Sets what happens when the user double-clicks a row, or presses `Return` on it.
  public func onActivate(perform action: @escaping @MainActor (Rows.Element) -> Void) -> List {
    var list = self
    list.rows.activation = action
    return list
  }

  /// Divides the rows into sections. The first row of each section has a header above it.
  ///
  /// ```swift
  /// List(books.query.order { $0.title.ascending }) { Text($0.title) }
  ///   .sections(by: { $0.title.first }) { letter in Text(letter.map(String.init) ?? "") }
  /// ```
  ///
  /// A section consists of rows below each other that have equal keys. The order of the source
  /// therefore has to begin with the key. The list asks for the keys of shown rows only. The
  /// keyboard moves from row to row, and a click on a header selects nothing.
  ///
  /// - Parameters:
  ///   - key: Returns the key of a row's section. It is tracked like a body.
  ///   - header: Creates the header of a section.
  public func sections<Key: Equatable>(
    by key: @escaping @MainActor (Rows.Element) -> Key,
    @ViewBuilder header: @escaping @MainActor (Key) -> some View
  ) -> List {
    var list = self
    list.rows.sections = ListSections { element, previous in
      let own = key(element)
      return previous.map(key) == own ? nil : AnyView(header(own))
    }
    return list
  }

  /// Sets the menu of a row. A right click, the `Menu` key and `Shift`-`F10` open it.
  ///
  /// - Parameter items: Returns the commands for a row. It is called when the menu opens. Without a
  ///   command, no menu opens.
  public func contextMenu(items: @escaping @MainActor (Rows.Element) -> [MenuItem]) -> List {
    var list = self
    list.rows.menu = items
    return list
  }

  /// Lets the user move rows: by dragging, or by `Alt` and an arrow key.
  ///
  /// The list itself moves nothing. It shows the order that the rows then have.
  ///
  /// - Parameter action: Gets the offset of the row that the user moves, and the offset to which
  ///   the user moves it.
  public func onMove(perform action: @escaping @MainActor (_ from: Int, _ to: Int) -> Void) -> List
  {
    var list = self
    list.rows.move = action
    return list
  }

  /// Sets what the list shows in place of its rows if there are none.
  public func emptyContent(@ViewBuilder _ content: () -> some View) -> List {
    var list = self
    list.rows.emptyContent = AnyView(content())
    return list
  }

  /// Sets what the list shows while its first rows are being read. The default is a turning
  /// spinner.
  public func loadingContent(@ViewBuilder _ content: () -> some View) -> List {
    var list = self
    list.rows.loadingContent = AnyView(content())
    return list
  }
}

extension List: PrimitiveView, SingleView {
  var shown: (any View)? { rows }

  package func makeNode(in parent: ViewNode?) -> ViewNode { SingleNode(self, in: parent) }
}

#endif
