#if GTK
import StateGraphCore
public import StateGraphPresentation

extension List {
  /// Creates a list of elements, such as the entities of a relationship. The user cannot select
  /// rows.
  ///
  /// - Parameters:
  ///   - elements: The elements that the body around the list has read.
  ///   - row: Creates the views of one row. It is tracked like a body.
  public init<Element: Identifiable & Sendable>(
    _ elements: some Sequence<Element>,
    @ViewBuilder row: @escaping @MainActor (Element) -> Row
  ) where Rows == ArrayRows<Element, Element.ID> {
    self.init(.rows(ArrayRows(elements)), selection: .none, row: row)
  }

  /// Creates a list of elements in which the user selects one row.
  ///
  /// - Parameters:
  ///   - elements: The elements that the body around the list has read.
  ///   - selection: The identifier of the selected row, or nil if no row is selected.
  ///   - row: Creates the views of one row. It is tracked like a body.
  public init<Element: Identifiable & Sendable>(
    _ elements: some Sequence<Element>,
    selection: Binding<Element.ID?>,
    @ViewBuilder row: @escaping @MainActor (Element) -> Row
  ) where Rows == ArrayRows<Element, Element.ID> {
    self.init(.rows(ArrayRows(elements)), selection: .single(selection), row: row)
  }

  /// Creates a list of elements in which the user selects any number of rows.
  ///
  /// - Parameters:
  ///   - elements: The elements that the body around the list has read.
  ///   - selection: The identifiers of the selected rows.
  ///   - row: Creates the views of one row. It is tracked like a body.
  public init<Element: Identifiable & Sendable>(
    _ elements: some Sequence<Element>,
    selection: Binding<Set<Element.ID>>,
    @ViewBuilder row: @escaping @MainActor (Element) -> Row
  ) where Rows == ArrayRows<Element, Element.ID> {
    self.init(.rows(ArrayRows(elements)), selection: .multiple(selection), row: row)
  }
}

#endif
