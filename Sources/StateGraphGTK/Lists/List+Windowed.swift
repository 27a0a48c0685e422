#if GTK
import StateGraphCore
public import StateGraphPresentation

extension List {
  /// Creates a list of more rows than an app can keep in memory. The user cannot select rows.
  ///
  /// The list keeps 8 bytes for each row, and loads the rows around the visible ones. After a
  /// commit that concerns the rows, a thread reads again which rows there are. The list therefore
  /// shows such a commit later than a list of all rows in memory, for a million rows by some tenths
  /// of a second. The properties of shown rows are up to date at once in both.
  ///
  /// - Parameters:
  ///   - source: The source, such as a query. The list keeps its rows while it gets an equal
  ///     source.
  ///   - row: Creates the views of one row. It is tracked like a body.
  public init<Source: WindowedListSource>(
    windowed source: Source,
    @ViewBuilder row: @escaping @MainActor (Rows.Element) -> Row
  ) where Source.Window.Rows == Rows {
    self.init(.source(source.makeWindow()), selection: .none, row: row)
  }

  /// Creates a list of more rows than an app can keep in memory, in which the user selects one row.
  ///
  /// - Parameters:
  ///   - source: The source, such as a query. The list keeps its rows while it gets an equal
  ///     source.
  ///   - selection: The identifier of the selected row, or nil if no row is selected.
  ///   - row: Creates the views of one row. It is tracked like a body.
  public init<Source: WindowedListSource>(
    windowed source: Source,
    selection: Binding<Rows.ID?>,
    @ViewBuilder row: @escaping @MainActor (Rows.Element) -> Row
  ) where Source.Window.Rows == Rows {
    self.init(.source(source.makeWindow()), selection: .single(selection), row: row)
  }

  /// Creates a list of more rows than an app can keep in memory, in which the user selects any
  /// number of rows.
  ///
  /// - Parameters:
  ///   - source: The source, such as a query. The list keeps its rows while it gets an equal
  ///     source.
  ///   - selection: The identifiers of the selected rows. To select a row loads its page, so that
  ///     `Control`-`A` reads all rows.
  ///   - row: Creates the views of one row. It is tracked like a body.
  public init<Source: WindowedListSource>(
    windowed source: Source,
    selection: Binding<Set<Rows.ID>>,
    @ViewBuilder row: @escaping @MainActor (Rows.Element) -> Row
  ) where Source.Window.Rows == Rows {
    self.init(.source(source.makeWindow()), selection: .multiple(selection), row: row)
  }
}

#endif
